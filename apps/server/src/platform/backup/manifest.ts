import { z } from 'zod'

/** Layout of a backup folder; raised when an older program could not read a newer one. */
const FORMAT = 1

const Table = z.object({
  name: z.string(),
  /** Stored columns in the order of the file; computed ones are computed again. */
  columns: z.array(z.string()).min(1),
  file: z.string(),
  rows: z.number().int().nonnegative(),
  /** Of the rows as text, whatever their order. */
  checksum: z.string(),
  /** Of the file. */
  sha256: z.string().length(64),
})
export type BackupTable = z.infer<typeof Table>

const Partition = z.object({ name: z.string(), parent: z.string(), bound: z.string() })
const Sequence = z.object({ name: z.string(), value: z.string() })

/** What a backup consists of. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** Position in the write-ahead log as the snapshot was taken, for comparison with the one of an archive. */
  lsn: z.string(),
  /** Migrations of the database, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(Table),
  partitions: z.array(Partition),
  sequences: z.array(Sequence),
  /** Uploaded files: id and size in bytes. */
  files: z.array(z.object({ id: z.string(), bytes: z.number().int().nonnegative() })),
  /** Uploads that were deleted while the backup ran. */
  missingFiles: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** Name of a backup's folder, by its time in UTC: `steading-20261126T161500Z`. */
export const BACKUP_NAME = /^steading-\d{8}T\d{6}Z$/
export const backupName = (at: Date) => `steading-${stampOf(at)}`
/** `20261126T161500Z`, in UTC. */
export const stampOf = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
export const MANIFEST = 'manifest.json'
export const MANIFEST_FORMAT = FORMAT

/** A backup or a database that a restore cannot use; the message says why and what to do. */
export class UnusableBackup extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableBackup'
  }
}
