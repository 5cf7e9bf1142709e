/// What tests of apps and of players are written with: one import beside the testing framework.
@_exported public import HeadlessPlayback
@_exported public import Verification
