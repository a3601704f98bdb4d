// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/options_file.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "checkpoint/options_text.h"
#include "support/temp_dir.h"

namespace rescale::checkpoint {
namespace {

constexpr std::string_view kSmall =
    "# comment\n"
    "[Version]\n"
    "  rocksdb_version=8.10.0\n"
    "  options_file_version=1.1\n"
    "\n"
    "[DBOptions]\n"
    "  wal_dir=/old/place\n"
    "  db_log_dir=/logs\n"
    "  option_of_tomorrow={a=1;b={c=2;d=x\\:y}}  # why\n"
    "\n"
    "[CFOptions \"default\"]\n"
    "  num_levels=5\n"
    "  merge_operator={delimiter=,;id=StringAppendOperator;}\n"
    "[TableOptions/BlockBasedTable \"default\"]\n"
    "  block_size=4096\n"
    "[CFOptions \"a\\:b\\#c\\\\d\\ne\"]\n"
    "  level0_slowdown_writes_trigger=-1\n"
    "  compaction_style=kCompactionStyleUniversal\n"
    "  comparator=rocksdb.ReverseBytewiseComparator\n"
    "  merge_operator=nullptr\n"
    "  cf_paths=/elsewhere\n"
    "[TableOptions/PlainTable \"a\\:b\\#c\\\\d\\ne\"]\n"
    "  user_key_len=0\n";
const std::string kOdd = "a:b#c\\d\ne";

OptionsFile Parsed(std::string_view text) {
  auto file = OptionsFile::Parse(text, "OPTIONS-000001");
  REQUIRE(file.ok());
  return std::move(file).value();
}

// A file with these column families; each has its `mark` as write_buffer_size.
OptionsFile WithFamilies(const std::vector<std::string>& names, const std::string& mark,
                         const std::string& version) {
  std::string text = "[Version]\n rocksdb_version=" + version + "\n[DBOptions]\n";
  for (const std::string& name : names) {
    const std::string escaped = EscapeOption(name);
    text += "[CFOptions \"" + escaped + "\"]\n write_buffer_size=" + mark + "\n";
    text += "[TableOptions/BlockBasedTable \"" + escaped + "\"]\n block_size=" + mark + "\n";
  }
  return Parsed(text);
}

// The sections of `file`, each as "kind/argument=first value".
std::vector<std::string> Outline(const OptionsFile& file) {
  const auto sections = ParseOptionsText(file.ToText(), "");
  REQUIRE(sections.ok());
  std::vector<std::string> lines;
  for (const OptionsSection& section : *sections) {
    const std::string value = section.entries.empty() ? "" : section.entries[0].second;
    lines.push_back(section.kind + "/" + section.argument + "=" + value);
  }
  return lines;
}

}  // namespace

TEST_CASE("options: what the planner asks is read, and RocksDB's defaults where it is silent") {
  const OptionsFile file = Parsed(kSmall);
  CHECK(file.ColumnFamilyNames() == std::vector<std::string>{"default", kOdd});
  CHECK(file.HasColumnFamily(kOdd));
  CHECK_FALSE(file.HasColumnFamily("a"));
  const ColumnFamilyOptions by_default = file.ColumnFamily("default");
  CHECK(by_default.num_levels == 5);
  CHECK(by_default.level0_slowdown_writes_trigger == 20);
  CHECK(by_default.compaction_style == "kCompactionStyleLevel");
  CHECK(by_default.comparator == "leveldb.BytewiseComparator");
  CHECK(by_default.merge_operator == "StringAppendOperator");
  const ColumnFamilyOptions odd = file.ColumnFamily(kOdd);
  CHECK(odd.num_levels == 7);
  CHECK(odd.level0_slowdown_writes_trigger == -1);
  CHECK(odd.compaction_style == "kCompactionStyleUniversal");
  CHECK(odd.comparator == "rocksdb.ReverseBytewiseComparator");
  CHECK(odd.merge_operator.empty());
  CHECK(file.ColumnFamily("none").num_levels == 7);
}

TEST_CASE("options: names and values survive as they stand, comments do not") {
  const auto before = ParseOptionsText(kSmall, "");
  REQUIRE(before.ok());
  const auto after = ParseOptionsText(Parsed(kSmall).ToText(), "");
  REQUIRE(after.ok());
  REQUIRE(after->size() == before->size());
  for (size_t i = 0; i < before->size(); ++i) {
    CHECK((*after)[i].kind == (*before)[i].kind);
    CHECK((*after)[i].argument == (*before)[i].argument);
    CHECK((*after)[i].entries == (*before)[i].entries);
  }
  CHECK((*before)[1].entries[2].second == "{a=1;b={c=2;d=x\\:y}}");
}

TEST_CASE("options: five thousand column families are read, and kept as one") {
  std::string body;
  for (int i = 0; i < 150; ++i) {
    body += "  some_option_of_a_column_family_" + std::to_string(i) +
            "={a=1;b=" + std::string(20, 'x') + "}\n";
  }
  constexpr size_t kFamilies = 5000;
  std::string text = "[Version]\n rocksdb_version=8.10.0\n[DBOptions]\n wal_dir=/a\\:b\n";
  std::vector<std::string> names = {"default"};
  for (size_t i = 1; i < kFamilies; ++i) names.push_back("family-" + std::to_string(i));
  for (const std::string& name : names) text += "[CFOptions \"" + name + "\"]\n" + body;
  REQUIRE(text.size() > 46u << 20);
  const auto sections = ParseOptionsText(text, "");
  REQUIRE(sections.ok());
  REQUIRE(sections->size() == kFamilies + 2);
  for (size_t i = 3; i < sections->size(); ++i) {
    REQUIRE((*sections)[i].entries.SharesWith((*sections)[2].entries));
  }
  CHECK(sections->back().entries.size() == 150);

  const test::TempDir directory;
  test::WriteFile(directory / "OPTIONS-000007", text);
  auto file = OptionsFile::Read(PosixFileSystem(), directory / "OPTIONS-000007");
  REQUIRE(file.status().ToString() == "ok");
  CHECK(file->RocksDbVersion() == "8.10.0");
  CHECK(file->DbOption("wal_dir") == "/a:b");
  CHECK(file->DbOption("none").empty());
  for (const std::string& name : names) REQUIRE(file->HasColumnFamily(name));
  // One is changed, the others stay.
  file->SetColumnFamilyOption("family-7", "num_levels", "3");
  CHECK(file->ColumnFamily("family-7").num_levels == 3);
  CHECK(file->ColumnFamily("family-8").num_levels == 7);
  file->Reshape({"family-4999", "family-8"}, {});
  CHECK(file->ColumnFamilyNames() ==
        std::vector<std::string>{"default", "family-4999", "family-8"});
  CHECK(file->HasColumnFamily("family-4999"));
  CHECK_FALSE(file->HasColumnFamily("family-7"));
}

TEST_CASE("options: more sections or options than any file has are refused") {
  std::string text = "[DBOptions]\n";
  for (int i = 0; i < 1 << 18; ++i) text += "[A \"" + std::to_string(i) + "\"]\n";
  CHECK_THAT(ParseOptionsText(text, "").status().ToString(), Catch::Contains("more than 262144"));
  text = "[DBOptions]\n";
  for (int i = 0; i <= 1 << 22; ++i) text += "a=\n";
  CHECK_THAT(ParseOptionsText(text, "").status().ToString(), Catch::Contains("more than 4194304"));
}

TEST_CASE("options: the name of an object is found in each way RocksDB writes it") {
  CHECK(ObjectName("X") == "X");
  CHECK(ObjectName("{id=X;a=1;}") == "X");
  CHECK(ObjectName("{a={id=inner;};id=X}") == "X");
  CHECK(ObjectName("{a=1}").empty());
  CHECK(ObjectName("nullptr").empty());
  CHECK(ObjectName("").empty());
  CHECK(ObjectName("{").size() == 1);
  CHECK(ObjectName("{}").empty());
  CHECK(ObjectName("com\\:pany") == "com:pany");
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "{id=";
  CHECK(ObjectName(deep + std::string(1'000'000, '}')).size() > 1'000'000);
}

TEST_CASE("options: damage is Corruption with file and line") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "[DBOptions], found none"},
      {"[DBOptions]\n", "[CFOptions \"default\"], found none"},
      {"a=1\n", "line 1: expected a section before the first option"},
      {"[DBOptions]\nabc\n", "line 2: expected name=value"},
      {"[DBOptions]\n =1\n", "line 2: expected a name before '='"},
      {"[DBOptions\n", "line 1: expected ']'"},
      {"[DBOptions] x\n", "line 1: expected ']'"},
      {"[\n", "line 1: expected ']'"},
      {"[]\n", "line 1: expected the kind"},
      {"\n# c\n[ \"x\"]\n", "line 3: expected the kind"},
      {"[DBOptions]\n[DBOptions]\n", "line 2: a second section"},
      {"[CFOptions \"x\"]\n[CFOptions \"x\"]\n", "line 2: a second section [CFOptions \"x\"]"},
      {"[TableOptions/BlockBasedTable \"x\"]\n", "line 1: table options of \"x\" before"},
      {"[CFOptions \"default\"]\nnum_levels=7x\n", "line 2: num_levels: expected a 32-bit integer"},
      {"[CFOptions \"default\"]\nnum_levels=\n", "line 2: num_levels: expected a 32-bit integer"},
      {"[CFOptions \"default\"]\nlevel0_slowdown_writes_trigger=99999999999\n", "found \"9999"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text, expected);
    const Status status = OptionsFile::Parse(text, "OPTIONS-000009").status();
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK(status.path() == "OPTIONS-000009");
    CAPTURE(status.ToString());
    CHECK(status.ToString().find(expected) != std::string::npos);
  }
}

TEST_CASE("options: a message quotes no more than some bytes of a hostile file") {
  const std::string much(1 << 20, 'x');
  const std::string section = "[CFOptions \"" + much + "\"]\n";
  for (const std::string& text :
       {section + section, "[" + much + "]\n[" + much + "]\n",
        "[TableOptions/BlockBasedTable \"" + much + "\"]\n",
        "[CFOptions \"default\"]\nnum_levels=" + much + "\n", "[DBOptions]\n" + much + "\n"}) {
    const Status status = OptionsFile::Parse(text, "f").status();
    CAPTURE(text.substr(0, 40), status.ToString().substr(0, 400));
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK(status.ToString().size() < 400);
  }
  const Status shown = OptionsFile::Parse(section + section, "f").status();
  CHECK(shown.ToString().find("... (1048576 bytes)") != std::string::npos);
}

TEST_CASE("options: every truncation and every changed byte ends with a status, never worse") {
  size_t accepted = 0;
  for (size_t cut = 0; cut < kSmall.size(); ++cut) {
    if (OptionsFile::Parse(kSmall.substr(0, cut), "f").ok()) ++accepted;
    for (const char byte : {'\0', '\n', '"', '\\', '[', '#', '\xff'}) {
      std::string text(kSmall);
      text[cut] = byte;
      const auto file = OptionsFile::Parse(text, "f");
      // What is accepted is also written so that it is accepted again.
      if (file.ok()) CHECK(OptionsFile::Parse(file->ToText(), "f").ok());
    }
  }
  CHECK(accepted > 0);
  CHECK(accepted < kSmall.size());
}

TEST_CASE("options: a file too long to be one is refused before it is read") {
  const test::TempDir dir;
  test::WriteFile(dir / "OPTIONS-000001", kSmall);
  CHECK(OptionsFile::Read(PosixFileSystem(), dir / "OPTIONS-000001").ok());
  std::filesystem::resize_file(dir / "OPTIONS-000001", uint64_t{1} << 40);
  const Status status = OptionsFile::Read(PosixFileSystem(), dir / "OPTIONS-000001").status();
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK(status.path() == dir / "OPTIONS-000001");
}

TEST_CASE("options: a database option is set once, and cannot smuggle in a line") {
  OptionsFile file = Parsed("[DBOptions]\na=1\na=2\n[CFOptions \"default\"]\n");
  file.SetDbOption("a", "3");
  file.SetDbOption("b", "x\n[Evil]\ny=#:\\");
  const auto sections = ParseOptionsText(file.ToText(), "");
  REQUIRE(sections.ok());
  REQUIRE(sections->size() == 2);
  CHECK((*sections)[0].entries ==
        OptionEntries({{"a", "3"}, {"a", "2"}, {"b", "x\\n[Evil]\\ny=\\#\\:\\\\"}}));
  CHECK(UnescapeOption((*sections)[0].entries[2].second) == "x\n[Evil]\ny=#:\\");
}

TEST_CASE("options: reshaping keeps, drops, takes from others and orders column families") {
  OptionsFile main = WithFamilies({"default", "gone", "b", "a"}, "1", "7.8.3");
  const OptionsFile second = WithFamilies({"default", "c"}, "2", "6.20.3");
  const OptionsFile third = WithFamilies({"default", "c", kOdd}, "3", "8.10.0");
  main.Reshape({"default", "a", "c", "b", kOdd, "new", "a"}, {&second, &third});
  const std::string odd = kOdd;
  CHECK(Outline(main) == std::vector<std::string>{
                             "Version/=8.10.0", "DBOptions/=",  //
                             "CFOptions/default=1", "TableOptions/BlockBasedTable/default=1",
                             "CFOptions/a=1", "TableOptions/BlockBasedTable/a=1", "CFOptions/c=2",
                             "TableOptions/BlockBasedTable/c=2", "CFOptions/b=1",
                             "TableOptions/BlockBasedTable/b=1", "CFOptions/" + odd + "=3",
                             "TableOptions/BlockBasedTable/" + odd + "=3", "CFOptions/new=1",
                             "TableOptions/BlockBasedTable/new=1"});
}

TEST_CASE("options: the version is raised to what was taken, never lowered") {
  const auto version_with = [](const std::string& mine, const std::string& theirs, bool taken) {
    OptionsFile main = WithFamilies({"default"}, "1", mine);
    const OptionsFile other = WithFamilies({"default", "x"}, "2", theirs);
    main.Reshape({"default", taken ? "x" : "y"}, {&other});
    return Outline(main)[0];
  };
  CHECK(version_with("8.10.0", "8.9.1", true) == "Version/=8.10.0");
  CHECK(version_with("8.9.1", "8.10.0", true) == "Version/=8.10.0");
  CHECK(version_with("8.9.1", "11.8", true) == "Version/=11.8");
  CHECK(version_with("8.9.1", "8.10.0", false) == "Version/=8.9.1");
}

TEST_CASE("options: default comes first whatever is asked, and paths are emptied") {
  OptionsFile file = Parsed(kSmall);
  file.Reshape({kOdd}, {});
  CHECK(file.ColumnFamilyNames() == std::vector<std::string>{"default", kOdd});
  const std::string text = file.ToText();
  for (const char* gone : {"/old/place", "/logs", "/elsewhere"}) {
    CHECK(text.find(gone) == std::string::npos);
  }
  CHECK(text.find("  wal_dir=\n") != std::string::npos);
  OptionsFile nothing;
  nothing.Reshape({"x"}, {});
  CHECK(nothing.ColumnFamilyNames() == std::vector<std::string>{"default", "x"});
}

}  // namespace rescale::checkpoint
