// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import org.rescale.compat.Profile.Habit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Makes column family options for the running RocksDB version. */
final class FamilyOptions {

    /** The name under which Flink asks for the merge operator of list states. */
    static final String MERGE_OPERATOR = "stringappendtest";

    private FamilyOptions() {}

    /**
     * Options to write a profile; the caller closes them.
     *
     * @throws IllegalArgumentException if this version does not know an option or a value of it
     */
    static ColumnFamilyOptions forWriting(Profile profile) {
        Properties properties = new Properties();
        properties.setProperty("write_buffer_size", "4194304");
        properties.setProperty("target_file_size_base", "16384");
        properties.setProperty("level0_slowdown_writes_trigger", "1000");
        properties.setProperty("level0_stop_writes_trigger", "1000");
        properties.setProperty(
                "disable_auto_compactions", Boolean.toString(!profile.has(Habit.AUTOMATIC_COMPACTION)));
        properties.setProperty("block_based_table_factory", braced(profile.tableOptions()));
        profile.familyOptions().forEach(properties::setProperty);
        ColumnFamilyOptions options = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties);
        if (options == null) {
            throw new IllegalArgumentException("this RocksDB version cannot write profile " + profile.name());
        }
        return options.setMergeOperatorName(MERGE_OPERATOR);
    }

    /**
     * Options to read any profile, as strict as this version can be; the caller closes them.
     *
     * @param cache the block cache, shared by all column families of all databases; null for none
     */
    static ColumnFamilyOptions forReading(Cache cache, boolean automaticCompaction) {
        Properties strict = new Properties();
        strict.setProperty("block_protection_bytes_per_key", "8");
        ColumnFamilyOptions options = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(strict);
        BlockBasedTableConfig table = new BlockBasedTableConfig().setBlockSize(1024).setNoBlockCache(cache == null);
        if (cache != null) {
            table.setBlockCache(cache);
        }
        return (options == null ? new ColumnFamilyOptions() : options)
                .setMergeOperatorName(MERGE_OPERATOR)
                .setForceConsistencyChecks(true)
                .setDisableAutoCompactions(!automaticCompaction)
                .setTableFormatConfig(table);
    }

    /** Whether this version can open a database with the profile's options. */
    static boolean supports(Profile profile) throws IOException {
        Path directory = Directories.createTemporary("profile");
        try (ColumnFamilyOptions familyOptions = forWriting(profile);
                Options options = new Options(TaskDatabase.newDatabaseOptions(), familyOptions);
                RocksDB db = RocksDB.open(options, directory.toString())) {
            return true;
        } catch (IllegalArgumentException | RocksDBException e) {
            return false;
        } finally {
            Directories.delete(directory);
        }
    }

    private static String braced(Map<String, String> options) {
        return options.entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue() + ";")
                .collect(Collectors.joining("", "{", "}"));
    }
}
