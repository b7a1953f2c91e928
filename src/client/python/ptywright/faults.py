# Derived from src/faults.ts. Change that, then run: npm run derive
"""Error replies of the server, one class for each fault."""

from __future__ import annotations

from typing import Dict, Type

from . import protocol
from .errors import Fault


class Invalid(Fault):
    """A parameter is invalid."""

    data: protocol.InvalidData


class SessionUnknown(Fault):
    """No session has that id."""

    data: protocol.SessionUnknownData


class AdapterUnknown(Fault):
    """No adapter has that id."""

    data: protocol.AdapterUnknownData


class PluginUnknown(Fault):
    """No plugin with that name is loaded."""

    data: protocol.PluginUnknownData


class OverlayUnknown(Fault):
    """The session has no overlay with that id."""

    data: protocol.OverlayUnknownData


class PanelUnknown(Fault):
    """The session has no panel with that id."""

    data: protocol.PanelUnknownData


class NotFocusable(Fault):
    """The overlay or panel cannot have the focus: it was created without it, or belongs to the hidden
    mode.
    """

    data: protocol.NotFocusableData


class InAlternateMode(Fault):
    """The layers of the session are already in alternate mode."""

    data: protocol.InAlternateModeData


class NotInAlternateMode(Fault):
    """The layers of the session are not in alternate mode."""

    data: protocol.NotInAlternateModeData


class PluginFailed(Fault):
    """The plugin failed."""

    data: protocol.PluginFailedData


class ExpectationFailed(Fault):
    """The expectation of a plan step was not met."""

    data: protocol.ExpectationFailedData


class SessionClosed(Fault):
    """The session ended before the call was complete."""

    data: protocol.SessionClosedData


class Timeout(Fault):
    """The matcher was not satisfied within the timeout."""

    data: protocol.TimeoutData


class Cancelled(Fault):
    """The call was cancelled."""

    data: protocol.CancelledData


class PermissionDenied(Fault):
    """The server or the plugin does not grant the required permission."""

    data: protocol.PermissionDeniedData


class SpawnFailed(Fault):
    """The program could not be started."""

    data: protocol.SpawnFailedData


class FileRefused(Fault):
    """The file cannot be used."""

    data: protocol.FileRefusedData


class ModeOff(Fault):
    """The program has not enabled the terminal mode that this input needs."""

    data: protocol.ModeOffData


class Ambiguous(Fault):
    """The selector has several matches on the screen. Make it more precise."""

    data: protocol.AmbiguousData


class InputHeld(Fault):
    """Another client holds the input lock of the session."""

    data: protocol.InputHeldData


class ViewerUnknown(Fault):
    """This connection has no viewer with that id."""

    data: protocol.ViewerUnknownData


class Busy(Fault):
    """A limit of the server is reached. Try again later."""

    data: protocol.BusyData


class Unsupported(Fault):
    """This server does not support that."""

    data: protocol.UnsupportedData


class Internal(Fault):
    """The server failed. See its log for details."""

    data: protocol.InternalData


by_name: Dict[str, Type[Fault]] = {
    "Invalid": Invalid,
    "SessionUnknown": SessionUnknown,
    "AdapterUnknown": AdapterUnknown,
    "PluginUnknown": PluginUnknown,
    "OverlayUnknown": OverlayUnknown,
    "PanelUnknown": PanelUnknown,
    "NotFocusable": NotFocusable,
    "InAlternateMode": InAlternateMode,
    "NotInAlternateMode": NotInAlternateMode,
    "PluginFailed": PluginFailed,
    "ExpectationFailed": ExpectationFailed,
    "SessionClosed": SessionClosed,
    "Timeout": Timeout,
    "Cancelled": Cancelled,
    "PermissionDenied": PermissionDenied,
    "SpawnFailed": SpawnFailed,
    "FileRefused": FileRefused,
    "ModeOff": ModeOff,
    "Ambiguous": Ambiguous,
    "InputHeld": InputHeld,
    "ViewerUnknown": ViewerUnknown,
    "Busy": Busy,
    "Unsupported": Unsupported,
    "Internal": Internal,
}
