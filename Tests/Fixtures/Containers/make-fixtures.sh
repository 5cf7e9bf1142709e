#!/bin/sh
# Makes the small media that the suite reads. The results are committed; run this only to change them.
set -eu
cd "$(dirname "$0")"
exact='-fflags +bitexact -flags:v +bitexact -flags:a +bitexact'
# One second of H.264 with pictures out of order, and AAC.
ffmpeg -v error -y -f lavfi -i testsrc2=size=96x64:rate=10 -f lavfi \
    -i sine=frequency=440:sample_rate=44100 -t 1 $exact -c:v libx264 -preset slow -crf 38 -bf 2 \
    -g 5 -pix_fmt yuv420p -c:a aac -b:a 16k -ac 1 -f mpegts clip.ts
# The same as fragments, with their initialization section apart.
ffmpeg -v error -y -f lavfi -i testsrc2=size=96x64:rate=10 -f lavfi \
    -i sine=frequency=440:sample_rate=44100 -t 1 $exact -c:v libx264 -preset slow -crf 38 -bf 2 \
    -g 5 -pix_fmt yuv420p -c:a aac -b:a 16k -ac 1 -f hls -hls_time 2 -hls_segment_type fmp4 \
    -hls_fmp4_init_filename clip-init.mp4 -hls_segment_filename 'clip%d.m4s' clip.m3u8
mv clip0.m4s clip.m4s
rm -f clip.m3u8
# The same as one file with an edit list.
ffmpeg -v error -y -f lavfi -i testsrc2=size=96x64:rate=10 -f lavfi \
    -i sine=frequency=440:sample_rate=44100 -t 1 $exact -c:v libx264 -preset slow -crf 38 -bf 2 \
    -g 5 -pix_fmt yuv420p -c:a aac -b:a 16k -ac 1 clip.mp4
# Packed audio behind an ID3 tag that sets its time to ten seconds.
ffmpeg -v error -y -f lavfi -i sine=frequency=440:sample_rate=44100 -t 0.5 $exact -c:a aac -b:a 16k \
    -ac 1 -f adts frames.aac
{
    printf 'ID3\004\000\000\000\000\000\077PRIV\000\000\000\065\000\000'
    printf 'com.apple.streaming.transportStreamTimestamp\000'
    printf '\000\000\000\000\000\015\273\240'
    cat frames.aac
} >clip.aac
rm -f frames.aac
ffmpeg -v error -y -f lavfi -i sine=frequency=440:sample_rate=48000 -t 0.5 $exact -c:a ac3 -b:a 48k \
    -ac 1 -f ac3 clip.ac3
