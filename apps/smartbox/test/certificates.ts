import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Environment of a program that keeps the machine's clock where libfaketime shifts the tests': it breaks Python's sleeps. */
export const machineClock = { ...process.env, LD_PRELOAD: '' }
/** Valid by the machine's clock and by a shifted one. */
const DAYS = '3650'

/** Certificates in a folder: `<name>.pem` and `<name>.key`. */
export const certificates = (folder: string) => {
  const openssl = (...args: string[]) => spawnSync('openssl', args, { cwd: folder, env: machineClock })
  return {
    read: (name: string) => readFileSync(join(folder, name)),
    /** An authority, and a certificate of it for localhost. */
    make: (ca: string, leaf: string) => {
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
      openssl('req', '-x509', ...key, '-keyout', `${ca}.key`, '-out', `${ca}.pem`, '-subj', `/CN=${ca}`, '-days', DAYS)
      const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
      openssl('req', ...key, '-keyout', `${leaf}.key`, '-out', `${leaf}.csr`, ...names)
      const signed = ['-CA', `${ca}.pem`, '-CAkey', `${ca}.key`, '-CAcreateserial', '-days', DAYS, '-copy_extensions', 'copyall']
      openssl('x509', '-req', '-in', `${leaf}.csr`, '-out', `${leaf}.pem`, ...signed)
    },
  }
}
