import { NotFound, VersionConflict } from '../failures.ts'

/** What the database itself keeps, two people at once included, told in our words. */
export async function held<T>(constraint: string, otherwise: () => Error, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === constraint) throw otherwise()
    throw error
  }
}

/**
 * What was there when it was looked at, and is not when it is written beside: a foreign key says that somebody else was faster,
 * row-level security that the place is gone, or out of reach.
 */
export async function linked<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === '23503') throw new VersionConflict()
    if (error.code === '42501' && error.message.includes('row-level security')) throw new NotFound()
    throw error
  }
}
