# SPDX-License-Identifier: Apache-2.0
"""Where the results come from: the machine, the versions, the commands."""

from report.markdown_table import markdown
from report.results import COMMANDS

TITLES = {"cpu": "processor", "cores": "cores", "memory": "memory", "kernel": "kernel", "filesystem": "file system",
          "date": "date", "commit": "commit"}


def machine_table(machine):
    rows = [[TITLES[name], str(machine.fields[name])] for name in TITLES]
    return markdown(["", ""], rows + [[name, version] for name, version in machine.versions.items()])


def commands_table(machine):
    return markdown(["results", "command"],
                    [[name, command_text(command)] for name, command in machine.commands.items()])


def command_text(command):
    """Several commands, separated by semicolons, as code."""
    return ", ".join(f"`{one.strip()}`" for one in command.split(";"))


def command_of(machine, file):
    """The command that made the file, if anybody noted it; else the one that would. Several are in the table only."""
    name = file.rsplit(".", 1)[0]
    noted = machine and machine.commands.get(name)
    if noted and ";" in noted:
        return f"The commands of *{name}* above"
    return command_text(noted or COMMANDS[file])
