# SPDX-License-Identifier: Apache-2.0
"""Files that commands write outside of a set: --depfile, --report, plan -o, index, --print-config."""

import os
import shutil
import xml.etree.ElementTree as ET

from harness import check, need
from outputs.users_folder import UsersFolder
from samples import draw_all, numbered, write_file

BUILD = ("build", "images", "--labels", "labels.csv", "-o", "new")
PLAN = ("plan", "images", "--labels", "labels.csv")


@check
def depfile_replaces_no_users_file(scene):
    """--depfile replaces no note, Makefile, configuration, plan, compiler's .d file or file in IMAGES."""
    user = UsersFolder(scene)
    for victim in ("notes.md", "deps.d", "other.xml", "conf.toml", "p.plan", "images/notes.txt",
                   "images/../labels.csv", user.path("labels.csv"), "foreign/f00-4.tfrec"):
        user.refuses(*BUILD, "--depfile", victim)


@check
def depfile_is_no_member_of_a_set(scene):
    """--depfile replaces no file of a set, and takes no name that the set to be made needs."""
    user = UsersFolder(scene)
    again = ("build", "images", "--labels", "labels.csv", "-o", "set", "--name", "s", "--shards", 2)
    for victim in ("set/s00-2.tfrec", "set/classes.txt", "set/s00-2.tfrec.idx"):
        user.refuses(*BUILD, "--depfile", victim)
        user.refuses(*again, "--depfile", victim)
    for victim in ("new/manifest.json", "new/classes.txt", "new/images00-4.tfrec", "new/.tfrec-build/lock"):
        user.refuses(*BUILD, "--depfile", victim)


@check
def depfile_through_links(scene):
    """--depfile does not write through links of any kind."""
    user = UsersFolder(scene)
    for victim in ("link.csv", "hard.csv", "link.md", "hard.md", "link-images/i000.jpg",
                   "link-set/manifest.json", "link-set", "dangling"):
        user.refuses(*BUILD, "--depfile", victim)


@check
def report_replaces_only_reports(scene):
    """verify --report replaces no shard, table or link, nor the report of another program, but its own."""
    user = UsersFolder(scene)
    for victim in ("pytest.xml", "labels.csv", "images/i000.jpg", "link.md", "hard.md",
                   "link-set/classes.txt", "set/s01-2.tfrec", "set/s02-9.tfrec", "set/classes-x.txt",
                   "images", "", "set/", "labels.csv/x.xml"):
        user.refuses("verify", "set", "--report", victim)
    for _ in range(2):
        user.run("verify", "set", "--report", "v.xml", exit_code=0)
    need(ET.parse(user.path("v.xml")).find(".//testcase") is not None, "the report has no test case")


@check
def plan_replaces_only_plans(scene):
    """plan -o replaces no shard, index, configuration or link, though a plan is a TFRecord file as well."""
    user = UsersFolder(scene)
    for victim in ("foreign/f00-4.tfrec", "set/s00-2.tfrec.idx", "conf.toml", "deps.d", "link.md", "hard.md",
                   "link-set/s00-2.tfrec"):
        user.refuses(*PLAN, "-o", victim)
    user.refuses("plan", "--config", "conf.toml", "-o", "conf.toml")
    user.run(*PLAN, "-o", "p.plan", "--seed", 7, exit_code=0)


@check
def plan_in_a_missing_folder(scene):
    """plan -o in a folder that does not exist is refused before an image is read."""
    user = UsersFolder(scene)
    draw_all(user.path("broken"), numbered(2))
    write_file(user.path("broken/i001.jpg"), b"\xff\xd8\xff broken")
    user.note()
    user.refuses("plan", "broken", "-o", "nowhere/p.plan")
    for victim in ("labels.csv/p.plan", "images/none/p.plan", "dangling/p.plan"):
        user.refuses(*PLAN, "-o", victim)


@check
def index_where_another_file_is(scene):
    """index replaces no note, link, folder or FIFO that has the name of the index."""
    user = UsersFolder(scene)
    obstacles = (
        lambda path: write_file(path, "my notes\n"), lambda path: os.symlink("../notes.md", path), os.mkdir,
        os.mkfifo, lambda path: os.link(user.path("hard.md"), path),
        lambda path: os.symlink("../images/i000.jpg", path), lambda path: write_file(path, "0 99 user\n"))
    for number, put in enumerate(obstacles):
        os.mkdir(user.path(f"i{number}"))
        put(user.path(f"i{number}", "s00-2.tfrec.idx"))
    user.note()
    for number in range(len(obstacles)):
        user.refuses("index", "set", "-o", f"i{number}")
    for victim in ("labels.csv", "notes.md", "set/s00-2.tfrec", "labels.csv/x"):
        user.refuses("index", "set", "-o", victim)


@check
def index_for_tensorflow_where_another_file_is(scene):
    """index --format tfindex, whose files have other names, replaces no note and no link."""
    user = UsersFolder(scene)
    write_file(user.path("set/s00-2.tfindex"), "shopping list\n")
    os.symlink("../labels.csv", user.path("set/s01-2.tfindex"))
    user.note()
    user.refuses("index", "set", "--format", "tfindex")


@check
def printed_configuration_into_an_input(scene):
    """--print-config does not write to an input that stdout is redirected to."""
    user = UsersFolder(scene)
    for victim in ("labels.csv", "set/manifest.json", "images/i000.jpg"):
        for redirection in (">>", "1<>"):
            command = f"tfrec {' '.join(BUILD)} --print-config {redirection} {victim}"
            with scene.case(f"{redirection} {victim}"):
                run = scene.shell(command, folder=user.root)
                user.need_unchanged(f"exit code {run.exit_code}")
                need(run.exit_code == 2, f"exit code {run.exit_code}")


@check
def outputs_with_hostile_names(scene):
    """Outputs whose names hold line breaks, quotes, blanks or $(...) get just these names."""
    user = UsersFolder(scene)
    for name in ("a\nb", "e\x1b[31mx", "q'\"x", "-o", " ", "~", "\udcff", "*", "$(touch pwn)"):
        for words in (("verify", "set", "--report"), (*PLAN, "-o"), (*BUILD[:4], "-o")):
            with scene.case(f"{words[0]} {name!r}"):
                user.run(*words, "./" + name, exit_code=0)
                path = os.path.join(user.root, name)
                need(os.path.lexists(path), "the file is missing")
                (shutil.rmtree if os.path.isdir(path) else os.unlink)(path)
                user.need_unchanged("another file was made")
