#include "antrain_plugin.h"
