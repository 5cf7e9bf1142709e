"""AES-CBC as in HLS, with the package `cryptography` (python3-cryptography in Debian)."""
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

BLOCK = 16


def encrypt_blocks(data, key, vector):
    """Encrypts whole blocks, without padding."""
    cipher = Cipher(AES(key), CBC(vector)).encryptor()
    return cipher.update(data) + cipher.finalize()


def decrypt_blocks(data, key, vector):
    cipher = Cipher(AES(key), CBC(vector)).decryptor()
    return cipher.update(data) + cipher.finalize()


def encrypt_segment(data, key, vector):
    """Encrypts a whole segment with PKCS #7 padding (rfc8216bis, 4.4.4.4, METHOD=AES-128)."""
    padding = BLOCK - len(data) % BLOCK
    return encrypt_blocks(data + bytes([padding]) * padding, key, vector)


def implicit_vector(media_sequence):
    """The vector of a segment whose key tag has no IV (rfc8216bis, 5.2)."""
    return media_sequence.to_bytes(BLOCK, "big")
