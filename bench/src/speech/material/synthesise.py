# Synthesises speech with libespeak-ng, which reports the starts of words and phonemes, unlike the command-line program.
# Reads a line of JSON per job from stdin, and writes one per job to stdout: times in seconds, sound as base64 of 16-bit samples.
import base64, ctypes, json, sys

SYNCHRONOUS, PHONEME_EVENTS = 2, 1
WORD, PHONEME = 1, 7
RATE, PITCH = 1, 3
lib = ctypes.CDLL('libespeak-ng.so.1')


class Id(ctypes.Union):
    _fields_ = [('number', ctypes.c_int), ('name', ctypes.c_char_p), ('string', ctypes.c_char * 8)]


class Event(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ('type', 'uid', 'text', 'length', 'audio', 'sample')]
    _fields_ += [('user', ctypes.c_void_p), ('id', Id)]


sample_rate = lib.espeak_Initialize(SYNCHRONOUS, 0, None, PHONEME_EVENTS)
spoken = {}


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))
def collect(samples, count, events):
    if samples and count:
        spoken['sound'] += ctypes.string_at(samples, 2 * count)
    at = 0
    while events[at].type:
        event = events[at]
        if event.type == WORD:
            spoken['words'].append(event.sample / sample_rate)
        if event.type == PHONEME:
            spoken['phonemes'].append(event.id.string.decode('utf-8', 'replace'))
        at += 1
    return 0


lib.espeak_SetSynthCallback(collect)
for line in sys.stdin:
    job = json.loads(line)
    spoken = {'sound': b'', 'words': [], 'phonemes': []}
    lib.espeak_SetVoiceByName(job['voice'].encode())
    lib.espeak_SetParameter(RATE, job['rate'], 0)
    text = job['text'].encode()
    lib.espeak_Synth(text, len(text) + 1, 0, 1, 0, 1, None, None)
    lib.espeak_Synchronize()
    print(json.dumps({**spoken, 'sound': base64.b64encode(spoken['sound']).decode(), 'sampleRate': sample_rate}))
