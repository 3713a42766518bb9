# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A firmware with Secure Boot that trusts one key, whose secret half everybody has:
# Debian's package ovmf brings both, for tests.  The kernel takes that key from the
# firmware, and then also modules that are signed with it.

secure_boot_firmware=/usr/share/OVMF/OVMF_CODE_4M.secboot.fd
secure_boot_variables=/usr/share/OVMF/OVMF_VARS_4M.snakeoil.fd
secure_boot_certificate=/usr/share/ovmf/PkKek-1-snakeoil.pem

# secure_boot_key DIR: leaves key.pem and certificate.der there, as DKMS and
# sign-file want them.
secure_boot_key()
{
	quietly openssl rsa -in /usr/share/ovmf/PkKek-1-snakeoil.key -passin pass:snakeoil \
		-out "$1/key.pem"
	quietly openssl x509 -in "$secure_boot_certificate" -outform DER -out "$1/certificate.der"
}

# secure_boot_sign_kernel FROM TO
secure_boot_sign_kernel()
{
	local keys=${2%/*}

	secure_boot_key "$keys"
	quietly sbsign --key "$keys/key.pem" --cert "$secure_boot_certificate" --output "$2" "$1"
}
