#!/bin/sh
# Makes the small files of other writers that the suite reads. The results are committed; run this
# only to change them. It needs GStreamer with its plugins, and VLC.
set -eu
cd "$(dirname "$0")"
pictures='videotestsrc num-buffers=50 ! video/x-raw,width=64,height=36,framerate=25/1'
tone='audiotestsrc num-buffers=94 samplesperbuffer=1024 ! audio/x-raw,rate=48000,channels=1'
h264='x264enc speed-preset=veryfast key-int-max=25 bframes=2 bitrate=60 ! h264parse ! queue ! m.'
aac='avenc_aac bitrate=24000 ! aacparse ! queue ! m.'
# shellcheck disable=SC2086
write() {
    file=$1
    shift
    gst-launch-1.0 -q "$@" name=m ! filesink location="$file" $pictures ! $h264 $tone ! $aac
}
write gst-mp4.mp4 mp4mux
write gst-qt.mov qtmux
write gst-fragments.mp4 mp4mux fragment-duration=500
ffmpeg -v error -y -i gst-mp4.mp4 -c copy stream.ts
cvlc -q stream.ts --sout '#std{access=file,mux=mp4,dst=vlc.mp4}' vlc://quit
cvlc -q stream.ts --sout '#std{access=file,mux=mp4frag,dst=vlc-fragments.mp4}' vlc://quit
rm stream.ts
