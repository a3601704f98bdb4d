// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Properties;

/**
 * Loads the native library, once for each class loader. Whoever needs it loads it; to find out early whether this
 * machine is supported, call {@link #load()}.
 *
 * <p>It is the file named by the system property {@value #PATH_PROPERTY}, else {@code /<os>/<arch>/librescalejni.so} of
 * the jar, copied into the directory of {@value #DIRECTORY_PROPERTY} ({@code java.io.tmpdir} by default) for as long as
 * loading takes. It holds no RocksDB and exports nothing, so it gets along with any RocksDB of the process.
 */
public final class NativeLibrary {

    /** System property with the path of the native library, instead of the one in the jar. */
    public static final String PATH_PROPERTY = "org.rescale.native.path";

    /** System property with the directory that the native library is copied to in order to load it. */
    public static final String DIRECTORY_PROPERTY = "org.rescale.native.directory";

    private static final String FILE_NAME = "librescalejni.so";

    private static boolean loaded;
    private static UnsupportedPlatformException failure;

    private NativeLibrary() {}

    /**
     * Loads the native library unless that was done. A failure is remembered. Thread-safe.
     *
     * @throws UnsupportedPlatformException if there is none for this platform, or it does not load; the message says
     *     what to do
     */
    public static synchronized void load() throws UnsupportedPlatformException {
        if (loaded) {
            return;
        }
        if (failure == null) {
            failure = tryToLoad();
        }
        if (failure != null) {
            throw new UnsupportedPlatformException(failure.getMessage(), failure);
        }
        loaded = true;
    }

    /**
     * The version of this jar, and of the native library in it.
     *
     * @return such as {@code 0.1.0}
     */
    public static String version() {
        Properties properties = new Properties();
        try (InputStream in = NativeLibrary.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("the jar has no readable version.properties", e);
        }
        return properties.getProperty("version");
    }

    private static UnsupportedPlatformException tryToLoad() {
        try {
            initializeClasses();
            String path = System.getProperty(PATH_PROPERTY);
            if (path != null) {
                System.load(Path.of(path).toAbsolutePath().toString());
            } else {
                loadFromJar();
            }
            return checkVersion();
        } catch (UnsupportedPlatformException e) {
            return e;
        } catch (IOException e) {
            return new UnsupportedPlatformException(
                    "the native library cannot be copied to " + directory() + " (" + e
                            + "); name another directory with -D" + DIRECTORY_PROPERTY,
                    e);
        } catch (UnsatisfiedLinkError | SecurityException e) {
            return new UnsupportedPlatformException(
                    "the native library does not load on " + platform() + ": " + e.getMessage()
                            + "; it needs Linux with glibc, and a directory from which code may be run (-D"
                            + DIRECTORY_PROPERTY + "); -D" + PATH_PROPERTY + " names another build of it",
                    e);
        }
    }

    /** What the library looks up while it loads is ready by then, so that no class waits for a library that waits. */
    private static void initializeClasses() {
        for (Class<?> needed :
                new Class<?>[] {NativeErrors.class, NativeCall.class, NativeOperations.class, NativePlan.class}) {
            try {
                Class.forName(needed.getName(), true, NativeLibrary.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void loadFromJar() throws IOException {
        String resource = "/" + platform() + "/" + FILE_NAME;
        try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new UnsupportedPlatformException(
                        "this jar has no native library for " + platform() + " (" + resource
                                + "); build it there, and put it into the jar or name it with -D" + PATH_PROPERTY,
                        null);
            }
            Path copy = Files.createTempFile(directory(), "librescalejni-" + version() + "-", ".so");
            try {
                Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
                System.load(copy.toAbsolutePath().toString());
            } finally {
                Files.deleteIfExists(copy); // once mapped, the name is not needed
            }
        }
    }

    private static UnsupportedPlatformException checkVersion() {
        String found = new String(nativeVersion(), StandardCharsets.UTF_8);
        return found.equals(version())
                ? null
                : new UnsupportedPlatformException(
                        "the native library is of version " + found + ", this jar of " + version()
                                + "; use a pair of one build",
                        null);
    }

    private static Path directory() {
        return Path.of(System.getProperty(DIRECTORY_PROPERTY, System.getProperty("java.io.tmpdir")));
    }

    /** {@code linux/amd64}, {@code linux/aarch64}. */
    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '-');
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return os + "/" + (arch.equals("x86_64") ? "amd64" : arch);
    }

    private static native byte[] nativeVersion();

    /** Throws a C++ exception of one of three kinds inside the native library, which makes it one of ours. */
    static native void throwInside(int kind) throws RescaleException;
}
