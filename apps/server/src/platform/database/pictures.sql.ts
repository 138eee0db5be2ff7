import type { Work } from './work.ts'

export const insertPicture = async (work: Work, content: Buffer): Promise<string> => {
  const { id } = await work.sql
    .insertInto('pictures')
    .values({ content, created_at: work.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const pictureById = async (work: Work, id: string): Promise<Buffer | undefined> => {
  const row = await work.sql.selectFrom('pictures').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content
}

export const deletePicture = (work: Work, id: string) => work.sql.deleteFrom('pictures').where('id', '=', id).execute()
