// npm run backup: writes the whole platform into a new folder below --to, while the server runs or not. --verify restores the new
// backup into a throw-away database; --keep removes older ones. --base copies the files of the embedded database instead, from which
// and WAL_ARCHIVE a restore recovers any later instant.
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { loadConfig } from '../apps/server/src/platform/config/config.ts'
import { BACKUP_NAME, UnusableBackup } from '../apps/server/src/platform/backup/manifest.ts'
import { withBackupConnection } from '../apps/server/src/platform/backup/connection.ts'
import { writeBackup } from '../apps/server/src/platform/backup/writeBackup.ts'
import { VERSION } from '../packages/contract/src/version.ts'
import { asked, refuse, whole } from './process/command.ts'
import { verifyBackup, withOwnerUrl, writeBase } from './process/backups.ts'

const usage =
  'usage: npm run backup -- --to FOLDER [--verify] [--keep NUMBER]\n' +
  '       npm run backup -- --to FOLDER --base   (settings come from the environment)'
const { values } = asked(usage, {
  options: {
    to: { type: 'string' },
    verify: { type: 'boolean', default: false },
    keep: { type: 'string' },
    base: { type: 'boolean', default: false },
  },
})
if (!values.to || (values.base && (values.verify || values.keep !== undefined))) refuse(usage)
const keep = values.keep === undefined ? undefined : whole('keep', values.keep, 1)
const target = resolve(values.to)
const config = await loadConfig(process.env)
if (values.base) {
  if (config.WAL_ARCHIVE === undefined) refuse('--base needs WAL_ARCHIVE, without which nothing can be recovered from it')
  console.log(await writeBase(config, target, new Date()))
  process.exit()
}
try {
  const began = Date.now()
  const { folder, manifest } = await withOwnerUrl(config, url =>
    withBackupConnection(url, client =>
      writeBackup({ client, dataDir: config.dataDir, folder: target, version: VERSION, now: new Date() }),
    ),
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${folder}: ${rows} rows, ${manifest.files.length} files, ${((Date.now() - began) / 1000).toFixed(1)} s`)
  if (manifest.missingFiles.length > 0) console.log(`${manifest.missingFiles.length} uploads were deleted meanwhile`)
  if (values.verify) {
    await verifyBackup(folder)
    console.log('verified: restored into a throw-away database, all checksums equal')
  }
  if (keep !== undefined) await removeOlder(keep)
} catch (error) {
  if (!(error instanceof UnusableBackup)) throw error
  refuse(error.message)
}

/** Keeps the newest ones; what another program put there stays. */
async function removeOlder(newest: number) {
  const found = (await readdir(target)).filter(name => BACKUP_NAME.test(name)).toSorted()
  for (const name of found.slice(0, -newest)) {
    await rm(join(target, name), { recursive: true })
    console.log(`${name}: removed, --keep ${newest}`)
  }
}
