#ifndef HEADLESS_PLAYBACK_CYAML_SHIM_H
#define HEADLESS_PLAYBACK_CYAML_SHIM_H

#include <yaml.h>

#endif
