import { VersionConflict } from '../failures.ts'

/** What the database itself keeps, two people at once included, told in our words. */
export async function held<T>(constraint: string, otherwise: () => Error, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === constraint) throw otherwise()
    throw error
  }
}

/** Foreign keys: what was there when it was looked at is gone, or somebody has come to need it. Somebody else was faster. */
export async function linked<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23503') throw new VersionConflict()
    throw error
  }
}
