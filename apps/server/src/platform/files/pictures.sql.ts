import type { UnitOfWork } from '../database/unitOfWork.ts'

export const insertPicture = async (work: UnitOfWork, content: Buffer): Promise<string> => {
  const { id } = await work.sql
    .insertInto('pictures')
    .values({ content, created_at: work.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const pictureById = async (work: UnitOfWork, id: string): Promise<Buffer | undefined> => {
  const row = await work.sql.selectFrom('pictures').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content
}

export const deletePicture = (work: UnitOfWork, id: string) => work.sql.deleteFrom('pictures').where('id', '=', id).execute()
