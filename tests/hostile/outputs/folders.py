# SPDX-License-Identifier: Apache-2.0
"""Folders that commands write to: OUT beside, inside and around what the user has there."""

import json
import os
import shutil

from harness import check, need
from outputs.users_folder import UsersFolder
from samples import draw_all, numbered, read_file, write_file

BUILD = ("build", "images", "--labels", "labels.csv")


def manifest(user, folder):
    return json.loads(read_file(user.path(folder, "manifest.json")))


@check
def build_into_the_images(scene):
    """An OUT that is IMAGES, or a link to it, leaves the images as they are, and a rerun is up to date."""
    user = UsersFolder(scene)
    for out in ("images", "link-images"):
        run = user.spares(*BUILD, "-o", out)
        need(run.exit_code == 0, f"exit code {run.exit_code}")
    need(b"up to date" in run.out, f"the set in {out} is made again")


@check
def set_inside_the_images(scene):
    """A set inside IMAGES is neither a class nor an image of the next build."""
    user = UsersFolder(scene)
    draw_all(user.path("im", "a"), numbered(2))
    draw_all(user.path("im", "b"), numbered(2), first_seed=9)
    user.note()
    for out in ("im/set", "im/a/set"):
        user.run("build", "im", "-o", out, exit_code=0)
        need(manifest(user, out)["classes"][0]["names"] == ["a", "b"], f"{out} became a class")
        again = user.spares("build", "im", "-o", out)
        need("up to date" in again.text, f"{out}: the set is made again")
        shutil.rmtree(user.path(out))


@check
def images_inside_the_set(scene):
    """Images, a table and notes inside OUT stay as they are, whatever the set is replaced by."""
    user = UsersFolder(scene)
    for name in ("images", "labels.csv", "notes.md", "deps.d"):
        copy = shutil.copytree if os.path.isdir(user.path(name)) else shutil.copy
        os.makedirs(user.path("out"), exist_ok=True)
        copy(user.path(name), user.path("out", name))
    user.note()
    for more in ((), ("--overwrite", "--seed", 9), ("--overwrite", "--sizes", "8,12"),
                 ("--overwrite", "--gzip")):
        run = user.spares("build", "out/images", "--labels", "out/labels.csv", "-o", "out", *more)
        need(run.exit_code == 0, f"{more}: exit code {run.exit_code}")
    need(not os.path.exists(user.path("out", "8x8")), "a folder of the set before is left")


@check
def overwrite_keeps_users_files(scene):
    """--overwrite replaces the files of the set alone: notes, other shards, lists and links stay."""
    user = UsersFolder(scene)
    own = [b"set/" + name for name in os.listdir(os.fsencode(user.path("set")))]
    shutil.copy(user.path("foreign/f00-4.tfrec"), user.path("set/f00-4.tfrec"))
    for name in ("notes.md", "classes-x.txt", "bad.csv", "records.csv"):
        write_file(user.path("set", name), "mine\n")
    os.symlink("../labels.csv", user.path("set/link.csv"))
    user.note()
    overwrite = (*BUILD, "-o", "set", "--overwrite", "--name", "s")
    for victim in ("f00-4.tfrec", "bad.csv"):  # a shard of another set, and a name that build may need
        user.refuses(*overwrite, "--seed", 5)
        os.unlink(user.path("set", victim))
        user.note()
    user.refuses(*overwrite, "--record-list")
    user.note(but=own)
    for more in (("--seed", 5), ("--sizes", "8,12"), ("--split", "train=0.5,val=0.5")):
        run = user.spares(*overwrite, *more)
        need(run.exit_code == 0, f"{more}: exit code {run.exit_code}")


@check
def manifest_that_lists_users_files(scene):
    """A manifest that lists files of the user makes no command with --overwrite remove them."""
    for number, victim in enumerate(("../labels.csv", "ABSOLUTE/notes.md", "notes.md", "sub/../../notes.md",
                                     "../foreign/f00-4.tfrec", "link-dir/f00-4.tfrec")):
        user = UsersFolder(scene, f"w{number}")
        os.symlink("../foreign", user.path("set/link-dir"))
        write_file(user.path("set/notes.md"), "mine\n")
        forged = manifest(user, "set")
        victim = victim.replace("ABSOLUTE", user.root)
        forged["shards"].append({**forged["shards"][0], "path": victim})
        forged["side_files"] = [victim]
        forged["classes"][0]["file"] = victim
        write_file(user.path("set/manifest.json"), json.dumps(forged))
        user.note(but=[b"set/s0", b"set/manifest", b"set/classes"])
        for words in ((*BUILD, "--seed", 5), ("reshard", "foreign"), ("repair", "foreign")):
            user.spares(*words, "-o", "set", "--overwrite")


@check
def merged_or_repaired_into_the_sources(scene):
    """reshard and repair refuse an OUT that is a source, a link to one, or not a folder."""
    user = UsersFolder(scene)
    for victim in ("set", "link-set", "set/", "labels.csv", "set/s00-2.tfrec", "link.csv", "labels.csv/x"):
        for more in ((), ("--overwrite",)):
            user.refuses("reshard", "set", "-o", victim, *more)
            user.refuses("repair", "set", "-o", victim, *more)
    user.refuses("reshard", "set/s00-2.tfrec", "-o", "set", "--overwrite")
    with_images = ("--from", "images", "--labels", "labels.csv")
    user.refuses("repair", "set", "-o", "link-set", *with_images, "--overwrite")


@check
def planted_state(scene):
    """A journal or a manifest that others planted in OUT removes no photo, paper, list or notes of the user."""
    user = UsersFolder(scene)
    names = ("IMG1-22.jpg", "report2023-12.pdf", "sub/README.md", "sub/manifest.json", "classes_old.txt")
    for number, victim in enumerate(names):
        journal, replaced = f"journal{number}", f"manifest{number}"
        for out in (journal, replaced):
            write_file(user.path(out, victim), "mine\n")
        write_file(user.path(journal, ".tfrec-build/x"), "evil")
        write_file(user.path(journal, ".tfrec-build/publication.json"),
                   json.dumps({"removed": [victim], "files": [["x", "a.tfrec", 4]]}))
        planted = manifest(user, "set")
        planted["shards"][0]["path"] = victim
        write_file(user.path(replaced, "manifest.json"), json.dumps(planted))
        user.note()
        for out, code in ((journal, 1), (replaced, 2)):
            run = user.spares(*BUILD, "-o", out, "--overwrite", "--seed", 5)
            need(run.exit_code == code, f"{victim}: exit code {run.exit_code}")


@check
def extract_where_files_are(scene):
    """extract refuses an OUT that holds files, and with --overwrite one that contains a set."""
    user = UsersFolder(scene)
    for victim in ("labels.csv", "notes.md", "set", "images", "link-images", "labels.csv/x"):
        user.refuses("extract", "set", "-o", victim)
    for out in ("set", "link-set"):
        user.refuses("extract", "set", "-o", out, "--overwrite")


@check
def extract_over_links(scene):
    """extract --overwrite does not write through links in OUT, soft or hard."""
    user = UsersFolder(scene)
    places = (("images", "../images"), ("labels.csv", "../labels.csv"), ("classes.txt", "../classes.list"),
              ("metadata.csv", "../notes.md"), ("images/i000.jpg", "../../images/i000.jpg"))
    for number, (name, target) in enumerate(places):
        os.makedirs(os.path.dirname(user.path(f"x{number}", name)))
        os.symlink(target, user.path(f"x{number}", name))
        for more in ((), ("--overwrite", "--metadata")):
            user.spares("extract", "set", "-o", f"x{number}", *more)
    os.makedirs(user.path("hard/images"))
    for name in ("labels.csv", "images/i000.jpg"):
        os.link(user.path(name), user.path("hard", name))
    user.note(but=[b"x", b"hard/"])
    run = user.spares("extract", "set", "-o", "hard", "--overwrite")
    need(run.exit_code == 0, f"exit code {run.exit_code}")


@check
def repair_over_links(scene):
    """repair --overwrite does not write through links that have the names of its shards."""
    user = UsersFolder(scene)
    os.makedirs(user.path("fix"))
    os.symlink("../notes.md", user.path("fix/s00-2.tfrec"))
    os.symlink("../labels.csv", user.path("fix/manifest.json"))
    user.note(but=[b"fix"])
    for more in ((), ("--overwrite",)):
        user.spares("repair", "set", "-o", "fix", *more)


@check
def parts_and_finish_into_other_folders(scene):
    """finish refuses a folder without its parts, and a part refuses an OUT that is a file."""
    user = UsersFolder(scene)
    for victim in ("images", "set", "link-set", "link-images"):
        user.refuses("finish", "p.plan", "-o", victim, exit_code=(1, 2))
    for victim in ("labels.csv", "p.plan", "nowhere"):
        user.refuses("finish", "p.plan", "-o", victim, exit_code=(1, 2))
    part = ("build", "images", "--plan", "p.plan", "--part", "1/2", "-o")
    for victim in ("labels.csv", "p.plan", "p.plan/x"):
        user.refuses(*part, victim)
    user.spares(*part, "set")
