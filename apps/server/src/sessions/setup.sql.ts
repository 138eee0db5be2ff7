import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

interface Offer {
  readonly hash: string
  /** ms UTC. */
  readonly until: number
}

/** The row is locked: of two that come with the code at once, one finds it gone. */
export async function readSetup(work: UnitOfWork): Promise<Offer | undefined> {
  const row = await work.sql.selectFrom('settings').select('value').where('name', '=', 'setup').forUpdate().executeTakeFirst()
  return row?.value as unknown as Offer | undefined // safe: writeSetup is the only writer
}

export async function writeSetup(work: UnitOfWork, offer: Offer | undefined) {
  if (!offer) return void (await work.sql.deleteFrom('settings').where('name', '=', 'setup').execute())
  const value = JSON.stringify(offer)
  await work.sql
    .insertInto('settings')
    .values({ name: 'setup', value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
