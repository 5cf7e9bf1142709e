"""Loads a server with one epoll client of many connections, and measures its processor time."""
import os
import re
import select
import socket
import subprocess
import time

from contest import CannotRun

CONNECTIONS, SECONDS, SEGMENT = 200, 60, 6
TICK = os.sysconf("SC_CLK_TCK")


class Outcome:
    def __init__(self, processor, megabytes=0.0, failures=0, threads=0, count=0):
        self.processor, self.megabytes, self.failures = processor, megabytes, failures
        self.threads, self.count = threads, count


class Connection:
    """A keep-alive connection that sends one request at a time."""

    def __init__(self, address, poll):
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.poll, self.begin, self.rest, self.head = poll, b"", None, b""
        self.body, self.keeps, self.queue, self.due = b"", False, [], 0.0
        poll.register(self.socket.fileno(), select.EPOLLIN)

    @property
    def is_idle(self):
        return self.rest is None and not self.head and not self.begin

    def ask(self, path, host, keeps=False):
        self.begin, self.keeps, self.body = path.encode(), keeps, b""
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())

    def receive(self, buffer):
        """The status of a complete response and the bytes of this read; `None` before its end."""
        try:
            count = self.socket.recv_into(buffer)
        except BlockingIOError:
            return None, 0
        if count == 0:
            raise CannotRun("the server closed a connection")
        data = memoryview(buffer)[:count]
        if self.rest is None:
            self.head += data.tobytes()
            end = self.head.find(b"\r\n\r\n")
            if end < 0:
                return None, count
            length = re.search(rb"(?i)content-length: *(\d+)", self.head[:end])
            if not length:
                raise CannotRun("an answer without a length")
            self.status = int(self.head.split(b" ", 2)[1])
            self.rest = int(length[1]) - (len(self.head) - end - 4)
            if self.keeps:
                self.body = self.head[end + 4:]
        else:
            self.rest -= count
            if self.keeps:
                self.body += data.tobytes()
        if self.rest > 0:
            return None, count
        self.rest, self.head, self.begin = None, b"", b""
        return self.status, count


class Server:
    """A process and all its children."""

    def __init__(self, command, ready):
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.url = ready(self.process)

    def pids(self):
        found = [self.process.pid]
        for parent in found:
            path = f"/proc/{parent}/task/{parent}/children"
            with open(path, encoding="ascii") as file:
                found += [int(pid) for pid in file.read().split()]
        return found

    def processor(self):
        total = 0
        for pid in self.pids():
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                fields = file.read().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICK

    def threads(self):
        return sum(len(os.listdir(f"/proc/{pid}/task")) for pid in self.pids())

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


def place(url):
    host, _, path = url.removeprefix("http://").partition("/")
    name, _, port = host.partition(":")
    return (name, int(port)), host, "/" + path


def first_url(process):
    for line in process.stdout:
        found = re.search(r"http://\S+", line)
        if found:
            return found[0]
    raise CannotRun("the server ended before it listened")


def wait_for(connections, poll, buffer):
    """Waits until all responses are complete."""
    by_file = {connection.socket.fileno(): connection for connection in connections}
    while not all(connection.is_idle for connection in connections):
        events = poll.poll(5)
        if not events:
            raise CannotRun("an answer did not come")
        for file, _ in events:
            by_file[file].receive(buffer)


def load(server, questions):
    """Sends the requests of each connection every six seconds for a minute.

    `questions` receives the playlist that a connection has read, and returns the next paths to request.
    """
    address, host, start = place(server.url)
    poll, buffer = select.epoll(), bytearray(1 << 18)
    connections = [Connection(address, poll) for _ in range(CONNECTIONS)]
    by_file = {connection.socket.fileno(): connection for connection in connections}
    begin, processor = time.monotonic(), server.processor()
    for number, connection in enumerate(connections):
        connection.due = begin + SEGMENT * number / CONNECTIONS
    total, failures = 0, 0
    while time.monotonic() < begin + SECONDS:
        now = time.monotonic()
        for connection in connections:
            if not connection.is_idle:
                continue
            if connection.queue:
                connection.ask(connection.queue.pop(0), host)
            elif connection.due <= now:
                connection.due += SEGMENT
                connection.ask(start.replace("index.m3u8", questions.playlist), host, keeps=True)
        for file, _ in poll.poll(0.02):
            connection = by_file[file]
            status, count = connection.receive(buffer)
            total += count
            if status is None:
                continue
            failures += status != 200
            if connection.keeps:
                connection.keeps = False
                connection.queue = questions.next(start, connection.body)
    processor = server.processor() - processor
    for connection in connections:
        connection.socket.close()
    if total < CONNECTIONS * SECONDS * 2e6 / 8 * 0.8:
        raise CannotRun(f"only {total / 1e6:.0f} MB were sent: the client or the machine is too slow")
    return Outcome(processor, total / 1e6, failures)


class Live:
    """The newest segment of a live playlist."""
    playlist = "v0/index.m3u8"

    @staticmethod
    def next(start, body):
        names = [line for line in body.decode().splitlines() if line and not line.startswith("#")]
        return [start.replace("index.m3u8", "v0/" + names[-1])] if names else []


class Files:
    """The segments of a folder in turn."""
    playlist = "video.m3u8"

    def __init__(self):
        self.count = 0

    def next(self, start, body):
        names = [line for line in body.decode().splitlines() if line and not line.startswith("#")]
        self.count += 1
        return [start.replace("index.m3u8", names[self.count % len(names)])]


def playctl(path, scenario, work):
    del work
    server = Server([path, "serve", "--quiet", "--at-start", scenario], first_url)
    try:
        return load(server, Live)
    finally:
        server.stop()


def nginx(folder, work):
    """nginx with one worker, which sends the files of a folder."""
    home = os.path.join(work, "nginx")
    os.makedirs(home, exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    config = os.path.join(home, "nginx.conf")
    with open(config, "w", encoding="utf-8") as file:
        file.write(
            f"daemon off; worker_processes 1; pid {home}/pid; error_log stderr;\n"
            "events { worker_connections 1024; }\n"
            f"http {{ access_log off; sendfile on; keepalive_requests 100000;\n"
            f"  client_body_temp_path {home}/a; proxy_temp_path {home}/b;\n"
            f"  fastcgi_temp_path {home}/c; uwsgi_temp_path {home}/d; scgi_temp_path {home}/e;\n"
            f"  server {{ listen 127.0.0.1:{port}; root {folder}; }} }}\n")

    def ready(process):
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return f"http://127.0.0.1:{port}/index.m3u8"
            except ConnectionRefusedError:
                if process.poll() is not None:
                    raise CannotRun("nginx: " + process.stdout.read()) from None
                time.sleep(0.05)
        raise CannotRun("nginx does not listen")

    server = Server(["nginx", "-c", config, "-p", home], ready)
    try:
        return load(server, Files())
    finally:
        server.stop()


def held(path, scenario, work):
    """200 requests that the server holds until a part exists, ten times."""
    del work
    server = Server([path, "serve", "--quiet", "--at-start", scenario], first_url)
    try:
        address, host, start = place(server.url)
        poll, buffer = select.epoll(), bytearray(1 << 18)
        connections = [Connection(address, poll) for _ in range(CONNECTIONS)]
        playlist = start.replace("index.m3u8", "v0/index.m3u8")
        first = connections[0]
        processor, threads, count = server.processor(), 0, 0
        first.ask(playlist, host, keeps=True)
        wait_for([first], poll, buffer)
        body = first.body.decode()
        sequence = int(re.search(r"MEDIA-SEQUENCE:(\d+)", body)[1]) + body.count("#EXTINF")
        for round in range(1):
            question = f"{playlist}?_HLS_msn={sequence + round}"
            for connection in connections:
                connection.ask(question, host)
            time.sleep(0.3)
            threads = max(threads, server.threads())
            by_file = {connection.socket.fileno(): connection for connection in connections}
            deadline = time.monotonic() + 30
            while not all(connection.is_idle for connection in connections):
                if time.monotonic() > deadline:
                    raise CannotRun("held reloads were not answered")
                for file, _ in poll.poll(1):
                    count += by_file[file].receive(buffer)[0] == 200
        return Outcome(server.processor() - processor, threads=threads, count=count)
    finally:
        server.stop()
