"""Reads a server's metrics from its control socket by Prometheus' own parser, and checks what it finds."""

import http.client
import socket
import sys

from prometheus_client.parser import text_string_to_metric_families


class ControlConnection(http.client.HTTPConnection):
    """HTTP over the Unix socket in a data directory."""

    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


connection = ControlConnection(sys.argv[1])
connection.request("GET", "/metrics")
text = connection.getresponse().read().decode()
families = {family.name: family for family in text_string_to_metric_families(text)}

assert len(families) > 15, sorted(families)
for family in families.values():
    assert family.documentation, family.name
    assert family.type in ("counter", "gauge", "histogram"), family
    keys = [(sample.name, tuple(sorted(sample.labels.items()))) for sample in family.samples]
    assert len(keys) == len(set(keys)), f"{family.name} has a sample twice"

for family in families.values():
    if family.type != "histogram":
        continue
    series = {}
    for sample in family.samples:
        labels = {name: value for name, value in sample.labels.items() if name != "le"}
        series.setdefault(tuple(sorted(labels.items())), []).append(sample)
    for samples in series.values():
        buckets = [s.value for s in samples if s.name.endswith("_bucket")]
        count = [s.value for s in samples if s.name.endswith("_count")]
        assert buckets == sorted(buckets), f"the buckets of {family.name} are not cumulative"
        assert [buckets[-1]] == count, f"the last bucket of {family.name} is not its count"
