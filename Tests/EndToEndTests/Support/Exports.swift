// Most files of these tests start programs.
@_exported import ChildProcesses
