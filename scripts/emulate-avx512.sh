#!/bin/sh
# Runs the tests of the widest vectors on an emulated processor with AVX-512, for machines without it.
#
# The tests are linked statically and put into the initial RAM disk of a Linux kernel. The kernel boots in Bochs and writes their output
# to a file through a serial port. The emulator runs about fifty million instructions a second. The engine tests take a few minutes;
# tests that play library games take longer. Arguments are names of library games; by default a few of each kind are played.
#
# Needs these packages of Debian: bochs bochsbios busybox-static cpio isolinux syslinux-common xorriso. The kernel is downloaded
# with apt and unpacked, not installed.
set -eu

[ $# -gt 0 ] || set -- tic-tac-toe prisoners-dilemma connect-four connect-four-3p breakthrough-6x6 tron checkers-5x5
project=$(cd "$(dirname "$0")/.." && pwd)
cd "$project"
target=${CARGO_TARGET_DIR:-$project/target}
work=$target/emulate-avx512
root=$work/root
rm -rf "$work"
mkdir -p "$root/bin" "$root/dev" "$root/proc" "$root/tests" "$work/disc/isolinux"

build() {
	RUSTFLAGS="-C target-feature=+crt-static" ${CARGO:-cargo} test --release --no-run \
		--target x86_64-unknown-linux-gnu "$@"
}

# Builds first, so that a failure ends the script; then asks again where the tests are.
add_tests() {
	package=$1
	shift
	set -- --package "$package" "$@"
	build "$@"
	build "$@" 2>&1 | sed -n 's/^ *Executable .* (\(.*\))$/\1/p' | while read -r test; do
		name=$(basename "$test")
		strip -o "$root/tests/$package-${name%-*}" "$test"
	done
}

add_tests senet-engine --lib --test integration
add_tests senet-trace --test integration

# The tests look for the library where it was when they were compiled.
mkdir -p "$root$project/library" "$root$project/crates/senet-trace"
for game; do
	cp -r "library/$game" "$root$project/library/"
done

cp /bin/busybox "$root/bin/"
cat >"$root/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t devtmpfs dev /dev
exec >/dev/ttyS0 2>&1
cd /tests
all="Every test has passed."
run() {
	echo "== $*"
	"$@" --nocapture --test-threads 1 || all="A test has failed."
}
# A second of the emulated clock takes the emulator more than a minute, so the limits of the tests are small.
export SENET_TEST_SECONDS=20 SENET_GRAPHS=30 SENET_PLAYOUTS=25
grep -q avx512f /proc/cpuinfo || all="There is no AVX-512."
run ./senet-engine-senet_engine lanes::tests::vectors
run ./senet-engine-senet_engine lanes::tests::programs
run ./senet-engine-integration lanes:: --skip random_matches
run ./senet-engine-integration lanes_limits
run ./senet-trace-integration lanes_agreement::lanes_agree_on_library_games
run ./senet-trace-integration lanes_playouts
run ./senet-engine-integration lanes_choice --skip plain_matches --skip different_moves --skip weights
echo "$all"
sleep 3
poweroff -f
INIT
chmod +x "$root/init"
(cd "$root" && find . | cpio --quiet -o -H newc -R 0:0 | gzip -1) >"$work/disc/memory.gz"

kernel=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: //p' | head -n 1)
(cd "$work" && apt-get download "$kernel" && dpkg-deb -x "$kernel"_*.deb kernel)
cp "$work"/kernel/boot/vmlinuz-* "$work/disc/vmlinuz"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$work/disc/isolinux/"
# Bochs reports a wrong size for compacted state of the processor (XSAVEC and XSAVES), for which the kernel would give up AVX.
cat >"$work/disc/isolinux/isolinux.cfg" <<'BOOT'
default tests
label tests
	kernel /vmlinuz
	append initrd=/memory.gz console=ttyS0,115200 quiet mitigations=off nokaslr clearcpuid=321,323
BOOT
xorriso -as mkisofs -quiet -o "$work/disc.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat \
	-no-emul-boot -boot-load-size 4 -boot-info-table "$work/disc"

cat >"$work/bochsrc" <<BOCHS
display_library: rfb, options="timeout=0"
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
cpu: model=corei7_skylake_x, ips=100000000
memory: guest=512, host=512
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=$work/disc.iso, status=inserted
boot: cdrom
clock: sync=none
com1: enabled=1, mode=file, dev=$work/serial.txt
log: $work/bochs.log
panic: action=fatal
BOCHS
echo c >"$work/debugger"
echo "The emulator is running; the output of the tests is in $work/serial.txt."
# Switching the emulated machine off counts as a panic, so the status says nothing.
bochs -q -f "$work/bochsrc" -rc "$work/debugger" </dev/null >"$work/bochs.out" 2>&1 || true
cat "$work/serial.txt"
grep -q "^Every test has passed" "$work/serial.txt"
