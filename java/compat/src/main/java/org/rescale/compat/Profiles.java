// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

import org.rescale.compat.Profile.Habit;
import java.util.ArrayList;
import java.util.List;

/** All {@link Profile}s by name. A version may refuse some: see {@link FamilyOptions#supports}. */
final class Profiles {

    private Profiles() {}

    static List<Profile> all() {
        List<Profile> profiles = new ArrayList<>();
        profiles.add(new Profile("default", "the version's defaults with small blocks"));
        indexes(profiles);
        filters(profiles);
        compressions(profiles);
        checksums(profiles);
        formatVersions(profiles);
        blocks(profiles);
        histories(profiles);
        foreignFiles(profiles);
        return profiles;
    }

    /** @throws IllegalArgumentException if there is none of that name */
    static Profile named(String name) {
        return all().stream()
                .filter(profile -> profile.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no profile named " + name));
    }

    private static void indexes(List<Profile> profiles) {
        profiles.add(new Profile("index-hash", "hash index over the key-group prefix")
                .family("prefix_extractor", "fixed:2")
                .table("index_type", "kHashSearch"));
        profiles.add(new Profile("index-two-level", "two-level index with small partitions")
                .table("index_type", "kTwoLevelIndexSearch")
                .table("metadata_block_size", "256"));
        profiles.add(new Profile("index-first-key", "index with each block's first key")
                .table("index_type", "kBinarySearchWithFirstKey"));
        profiles.add(new Profile("index-restart-8", "several index entries between restart points")
                .table("index_block_restart_interval", "8"));
        profiles.add(new Profile("index-no-shortening", "index separators are whole keys")
                .table("index_shortening", "kNoShortening"));
        profiles.add(new Profile("index-uncompressed", "index blocks are not compressed")
                .table("enable_index_compression", "false"));
    }

    private static void filters(List<Profile> profiles) {
        profiles.add(new Profile("filter-none", "no filter").table("filter_policy", "nullptr"));
        profiles.add(new Profile("filter-ribbon", "Ribbon filter").table("filter_policy", "ribbonfilter:10"));
        profiles.add(new Profile("filter-partitioned", "partitioned filter and index")
                .table("index_type", "kTwoLevelIndexSearch")
                .table("metadata_block_size", "256")
                .table("partition_filters", "true"));
        profiles.add(new Profile("filter-prefix", "filter over key-group prefixes only")
                .family("prefix_extractor", "fixed:2")
                .table("whole_key_filtering", "false"));
    }

    private static void compressions(List<Profile> profiles) {
        String[][] types = {
            {"none", "kNoCompression"},
            {"snappy", "kSnappyCompression"},
            {"lz4", "kLZ4Compression"},
            {"lz4hc", "kLZ4HCCompression"},
            {"zlib", "kZlibCompression"},
            {"bzip2", "kBZip2Compression"},
            {"zstd", "kZSTD"}
        };
        for (String[] type : types) {
            profiles.add(new Profile("compression-" + type[0], "all blocks by " + type[1])
                    .family("compression", type[1]));
        }
        profiles.add(new Profile("compression-zstd-dict", "ZSTD with a trained dictionary in each SST")
                .family("compression", "kZSTD")
                .family("compression_opts", "{max_dict_bytes=8192;zstd_max_train_bytes=65536}")
                .family("bottommost_compression_opts", "{max_dict_bytes=8192;zstd_max_train_bytes=65536}"));
    }

    private static void checksums(List<Profile> profiles) {
        String[][] types = {
            {"none", "kNoChecksum"},
            {"crc32c", "kCRC32c"},
            {"xxhash", "kxxHash"},
            {"xxhash64", "kxxHash64"},
            {"xxh3", "kXXH3"}
        };
        for (String[] type : types) {
            profiles.add(new Profile("checksum-" + type[0], "checksum " + type[1]).table("checksum", type[1]));
        }
    }

    private static void formatVersions(List<Profile> profiles) {
        for (int version = 2; version <= 7; version++) {
            profiles.add(new Profile("format-" + version, "format_version " + version)
                    .table("format_version", Integer.toString(version)));
        }
    }

    private static void blocks(List<Profile> profiles) {
        profiles.add(new Profile("block-one-key", "one key a block").table("block_size", "1"));
        profiles.add(new Profile("block-large", "one or two blocks an SST").table("block_size", "65536"));
        profiles.add(new Profile("block-restart-1", "every key of a block is a restart point")
                .table("block_restart_interval", "1"));
        profiles.add(new Profile("block-hash-index", "hash index inside data blocks")
                .table("data_block_index_type", "kDataBlockBinaryAndHash"));
        profiles.add(new Profile("block-align", "blocks padded to their size")
                .family("compression", "kNoCompression")
                .family("bottommost_compression", "kNoCompression")
                .table("block_align", "true"));
        profiles.add(new Profile("block-super-align", "some blocks padded to a super-block")
                .table("super_block_alignment_size", "4096")
                .table("super_block_alignment_space_overhead_ratio", "4"));
        profiles.add(new Profile("block-separated", "values behind all keys of a block")
                .table("separate_key_value_in_data_block", "true"));
    }

    private static void histories(List<Profile> profiles) {
        profiles.add(smallBuffers(new Profile("leveled", "automatic leveled compaction")));
        profiles.add(smallBuffers(new Profile("universal", "automatic universal compaction"))
                .family("compaction_style", "kCompactionStyleUniversal"));
        profiles.add(new Profile("many-l0", "no compaction").habit(Habit.NO_COMPACTION));
        profiles.add(new Profile("many-versions", "snapshots keep many versions of some keys")
                .habit(Habit.KEEPS_VERSIONS));
        profiles.add(new Profile("tombstone-files", "some SSTs hold only tombstones").habit(Habit.TOMBSTONE_FILES));
        profiles.add(new Profile("foreign-keys", "other tasks' keys under range tombstones").habit(Habit.FOREIGN_KEYS));
        profiles.add(new Profile("wal", "the last round is in the log only").habit(Habit.LIVE_WAL));
    }

    private static void foreignFiles(List<Profile> profiles) {
        profiles.add(new Profile("blob", "larger values in blob files")
                .family("enable_blob_files", "true")
                .family("min_blob_size", "100")
                .family("blob_file_size", "16384"));
        profiles.add(new Profile("ingested", "external files among the others").habit(Habit.INGESTS));
        profiles.add(new Profile("ingested-in-place", "external files that carry their sequence number")
                .habit(Habit.INGESTS)
                .habit(Habit.INGESTS_IN_PLACE));
    }

    private static Profile smallBuffers(Profile profile) {
        return profile.habit(Habit.AUTOMATIC_COMPACTION)
                .family("write_buffer_size", "65536")
                .family("level0_file_num_compaction_trigger", "2")
                .family("max_bytes_for_level_base", "65536")
                .family("max_bytes_for_level_multiplier", "3");
    }
}
