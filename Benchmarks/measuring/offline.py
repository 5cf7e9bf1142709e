"""Downloads an asset of 1.5 GB from nginx on this machine, and lists many downloads."""
import contextlib
import os
import shutil
import socket
import sqlite3
import subprocess
import time

import media
from contest import CannotRun, contest

CONNECTIONS = 4


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def nginx(work, root):
    """Serves a folder with nginx while the context is open; yields its address."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise CannotRun("nginx is not here: Scripts/install-dependencies benchmarks")
    folder = os.path.join(work, "nginx")
    os.makedirs(folder, exist_ok=True)
    port, configuration = free_port(), os.path.join(folder, "nginx.conf")
    places = "".join(f'    {kind}_temp_path "{folder}/{kind}";\n' for kind in
                     ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(f'daemon off;\nmaster_process off;\npid "{folder}/nginx.pid";\n'
                   f'error_log "{folder}/error.log" warn;\nevents {{ worker_connections 256; }}\n'
                   f"http {{\n    access_log off;\n{places}    sendfile on;\n    tcp_nopush on;\n"
                   "    keepalive_requests 100000;\n    types { application/vnd.apple.mpegurl m3u8;"
                   " video/mp2t ts; }\n"
                   f'    server {{ listen 127.0.0.1:{port}; root "{root}"; }}\n}}\n')
    server = subprocess.Popen([program, "-p", folder, "-c", configuration,
                               "-e", f"{folder}/error.log"], stdin=subprocess.DEVNULL)
    try:
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if server.poll() is not None:
                raise CannotRun(f"nginx does not start: see {folder}/error.log")
            time.sleep(0.01)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


def curl(url, pieces, target):
    """The command that writes the same files, and the list that it reads."""
    path = target + ".list"
    with open(path, "w", encoding="utf-8") as file:
        for piece in pieces:
            name = os.path.basename(piece)
            file.write(f'url = "{url}/{name}"\noutput = "{target}/{name}"\n')
    return ["curl", "--silent", "--show-error", "--fail", "--parallel", "--parallel-max",
            str(CONNECTIONS), "--config", path]


def download(bench):
    folder = media.two_hours(bench.work, "ts")
    pieces = media.segments(folder)
    size = sum(os.path.getsize(piece) for piece in pieces)
    bench.report.title(f"download: {len(pieces)} segments, {size / 1e9:.2f} GB, from nginx to disk, "
                       f"{CONNECTIONS} connections")
    # All contenders write to the same disk, and read from the page cache.
    subprocess.run(["cat", *pieces], stdout=subprocess.DEVNULL, check=True)
    place = os.path.join(bench.work, "downloads")
    shutil.rmtree(place, ignore_errors=True)

    def clear(name):
        """Returns an empty folder and waits for the disk, so that earlier writes do not count."""
        # Existing files are moved away and removed at the end: for minutes after a removal, ext4
        # examines the inode, and skips it, whenever a new file is created.
        if os.path.exists(os.path.join(place, name)):
            os.rename(os.path.join(place, name), os.path.join(place, f"old-{len(os.listdir(place))}"))
        os.makedirs(os.path.join(place, name))
        os.sync()

    with nginx(bench.work, folder) as url:
        os.makedirs(place)
        index, target = url + "/index.m3u8", {
            name: os.path.join(place, name) for name in ("playctl", "curl", "ffmpeg", "ytdlp")}
        contenders = {
            "playctl": [bench.playctl, "offline", "download", index, "--connections",
                        str(CONNECTIONS), "--store", os.path.join(target["playctl"], "store")],
            "curl": curl(url, pieces, target["curl"]),
            "ffmpeg": ["ffmpeg", "-nostdin", "-v", "error", "-i", index, "-map", "0", "-c", "copy",
                       os.path.join(target["ffmpeg"], "film.ts")],
            "ytdlp": ["yt-dlp", "--ignore-config", "--quiet", "--no-warnings", "-N",
                      str(CONNECTIONS), "-o", os.path.join(target["ytdlp"], "film.mp4"), index],
        }
        result = contest(contenders, bench.runs, before=clear)
        check(bench, pieces, os.path.join(target["playctl"], "store/packages"), size)
    shutil.rmtree(place, ignore_errors=True)
    ours = result["playctl"]
    theirs = result["curl"]
    bench.report.value("download: time to curl's", ours.seconds / theirs.seconds,
                       f"{ours.spread} : {theirs.spread}")
    for rival, name in (("ffmpeg", "ffmpeg"), ("ytdlp", "yt-dlp")):
        theirs = result[rival]
        bench.report.value(f"download: time of {name}'s to ours", theirs.seconds / ours.seconds,
                           f"{theirs.spread} : {ours.spread}")
    bench.report.value("download: peak memory, MB", ours.megabytes,
                       ", ".join(f"{name} {result[name].megabytes:.1f}"
                                 for name in ("curl", "ffmpeg", "ytdlp")))


def check(bench, pieces, packages, size):
    """Checks that all bytes were downloaded."""
    stored = sum(os.path.getsize(os.path.join(folder, name))
                 for folder, _, names in os.walk(packages) for name in names
                 if name.endswith(".ts"))
    if stored != size:
        raise CannotRun(f"the package holds {stored} of {size} bytes in {len(pieces)} segments")


def catalogue(bench, count):
    """A store with many downloads, all of which failed before they began."""
    def make(draft):
        run = subprocess.run([bench.playctl, "offline", "download", "/nowhere/index.m3u8",
                              "--store", draft], capture_output=True, check=False)
        path = os.path.join(draft, "catalogue.sqlite")
        if not os.path.exists(path):
            raise CannotRun(f"no store: {run.stderr.decode(errors='replace').strip()}")
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            columns = [row[1] for row in database.execute("PRAGMA table_info(download)")
                       if row[1] not in ("id", "token", "identifier", "sourceURL")]
            names = ", ".join(columns)
            database.executemany(
                f"INSERT INTO download (token, sourceURL, {names}) "
                f"SELECT ?, ?, {names} FROM download WHERE id = 1",
                [(f"{number:08x}-0000", f"https://media.example.com/film-{number}/index.m3u8")
                 for number in range(1, count)])
    return media.once(os.path.join(bench.work, f"catalogue-{count}"), make)


def listing(bench):
    bench.report.title("list: what 10,000 downloads cost beside 5,000")
    few, many = (["offline", "list", "--json", "--store", catalogue(bench, count)]
                 for count in (5_000, 10_000))
    empty = ["offline", "list", "--json", "--store", catalogue(bench, 1)]
    result = contest({"empty": [bench.playctl, *empty], "few": [bench.playctl, *few],
                      "many": [bench.playctl, *many]}, bench.runs * 3)
    empty, few, many = (result[name].seconds for name in ("empty", "few", "many"))
    bench.report.value("list: cost per download, 10000 to 5000",
                       (many - empty) / 2 / max(few - empty, 1e-9),
                       f"{many * 1000:.1f} ms : {few * 1000:.1f} ms, none {empty * 1000:.1f} ms")
