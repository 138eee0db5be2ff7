/** What the database itself keeps, two people at once included, told in our words. */
export async function held<T>(constraint: string, otherwise: () => Error, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === constraint) throw otherwise()
    throw error
  }
}
