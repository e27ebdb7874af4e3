"""Reads and writes machine files with PyNaCl and hashlib, from the description of the format.

    machine_files.py text KEY
    machine_files.py read KEY FILE
    machine_files.py write KEY FILE MACHINE GENERATION BLOCKS

KEY has 64 hexadecimal digits. 'read' prints the machine, the generation and one line per message, in hexadecimal digits. BLOCKS are
separated by semicolons, and the messages of a block by commas.
"""

import hashlib
import struct
import sys

from nacl import bindings as sodium

KEY = bytes.fromhex(sys.argv[2])


def keyed(purpose, size):
    return hashlib.blake2b(purpose, digest_size=size, key=KEY).digest()


LINE = b"antrain machine file 1 " + keyed(b"antrain key id", 8).hex().encode() + b"\n"
STREAM_KEY = keyed(b"antrain machine file 1", 32)


def text():
    checksum = 0xB704CE
    for byte in KEY:
        checksum ^= byte << 16
        for _ in range(8):
            checksum <<= 1
            if checksum & 0x1000000:
                checksum ^= 0x1864CFB
    number = int.from_bytes(KEY + checksum.to_bytes(3, "big"), "big")
    digits = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[number >> 5 * place & 31] for place in reversed(range(56)))
    print("-".join(digits[start:start + 4] for start in range(0, 56, 4)))


def read(path):
    with open(path, "rb") as file:
        contents = file.read()
    assert contents.startswith(LINE)
    offset = len(LINE)
    chain = hashlib.blake2b(LINE, digest_size=32).digest()
    messages = []
    while offset < len(contents):
        state = sodium.crypto_secretstream_xchacha20poly1305_state()
        sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, contents[offset:offset + 24], STREAM_KEY)
        offset += 24
        tag = None
        while tag != sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL:
            (size,) = struct.unpack_from("<I", contents, offset)
            frame = contents[offset + 4:offset + 4 + size]
            message, tag = sodium.crypto_secretstream_xchacha20poly1305_pull(state, frame, LINE + chain)
            messages.append(message)
            offset += 4 + size
        chain = hashlib.blake2b(chain + contents[offset - 16:offset], digest_size=32).digest()
    opening = messages.pop(0)
    print(opening[:8].hex())
    print(int.from_bytes(opening[8:], "big", signed=True))
    for message in messages:
        print(message.hex())


def write(path, machine, generation, blocks):
    blocks = [[bytes.fromhex(message) for message in block.split(",")] for block in blocks.split(";")]
    blocks[0].insert(0, bytes.fromhex(machine) + int(generation).to_bytes(8, "big", signed=True))
    contents = LINE
    chain = hashlib.blake2b(LINE, digest_size=32).digest()
    for block in blocks:
        state = sodium.crypto_secretstream_xchacha20poly1305_state()
        contents += sodium.crypto_secretstream_xchacha20poly1305_init_push(state, STREAM_KEY)
        for index, message in enumerate(block):
            tag = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
            if index == len(block) - 1:
                tag = sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL
            frame = sodium.crypto_secretstream_xchacha20poly1305_push(state, message, LINE + chain, tag)
            contents += struct.pack("<I", len(frame)) + frame
        chain = hashlib.blake2b(chain + contents[-16:], digest_size=32).digest()
    with open(path, "wb") as file:
        file.write(contents)


{"text": text, "read": read, "write": write}[sys.argv[1]](*sys.argv[3:])
