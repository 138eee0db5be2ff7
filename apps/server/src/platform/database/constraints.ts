import { NotFound, VersionConflict } from '../failures.ts'

/** Maps a violation of the named unique constraint to a domain error, also when two callers race. */
export async function mapUniqueViolation<T>(constraint: string, domainError: () => Error, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === constraint) throw domainError()
    throw error
  }
}

/**
 * Maps a lost race: a foreign key violation to VersionConflict (the referenced row was deleted), a violation of row-level security
 * to NotFound (the entity is gone or out of scope).
 */
export async function mapForeignKeyViolation<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === '23503') throw new VersionConflict()
    if (error.code === '42501' && error.message.includes('row-level security')) throw new NotFound()
    throw error
  }
}
