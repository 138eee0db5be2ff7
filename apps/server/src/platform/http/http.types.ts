// A test of types, run by the compiler: each expected error must be one, or the check fails.
import { byId, Id } from '@steading/contract/http/fields'
import { client } from '@steading/contract/http/client'
import { routes } from '@steading/contract/http/route'
import { z } from 'zod'
import { slice } from './call.ts'

const barns = routes({
  list: {
    method: 'GET',
    path: '/barns',
    summary: 'Barns',
    access: 'session',
    query: z.object({ name: z.string() }),
    reply: z.array(z.string()),
  },
  remove: {
    method: 'DELETE',
    path: '/barns/:id',
    summary: 'Remove a barn',
    access: ['entities.delete', 'entities.update'],
    params: byId,
    reply: z.object({}),
    refusals: ['CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES'],
  },
  picture: {
    method: 'POST',
    path: '/barns/:id/picture',
    summary: 'Its picture',
    access: 'session',
    params: byId,
    body: z.strictObject({ title: z.string() }),
    multipart: { json: 'request', files: 'files' },
    reply: z.object({ id: Id }),
  },
})

const list = ({ query }: { query: { name: string } }) => [query.name]
const remove = () => ({})
const picture = async () => ({ id: '1' })

export const good = slice(barns, { list, remove, picture })

// @ts-expect-error a handler is missing
slice(barns, { list, remove })

// @ts-expect-error a handler is too many
slice(barns, { list, remove, picture, paint: remove })

// @ts-expect-error the reply is of the wrong type
slice(barns, { list: () => [1], remove, picture })

// @ts-expect-error the query has no such field
slice(barns, { list: ({ query }) => [query.colour], remove, picture })

// @ts-expect-error this route knows no files
slice(barns, { list: ({ files }) => [files.length.toString()], remove, picture })

slice(barns, {
  list,
  // @ts-expect-error the route does not list this refusal
  remove: ({ refuse }) => refuse('CANNOT_DELETE_USER'),
  picture: ({ files, body }) => ({ id: String(files.length + body.title.length) }),
})

// @ts-expect-error no such permission
routes({ wrong: { method: 'GET', path: '/x', summary: '', access: 'barns.read', reply: z.object({}) } })

// @ts-expect-error no such refusal
routes({ wrong: { method: 'GET', path: '/x', summary: '', access: 'open', reply: z.object({}), refusals: ['NO_SUCH_CODE'] } })

const api = client(barns, { base: '/services' })

// @ts-expect-error the query is required
void api.list()

// @ts-expect-error an id travels as text
void api.remove({ params: { id: 1 } })

// @ts-expect-error files belong to this call
void api.picture({ params: { id: '1' }, body: { title: '' } })

/** What a refusal can be is known to the screen. */
export async function refusal(): Promise<'CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES' | undefined> {
  const answer = await api.remove({ params: { id: '1' } })
  return 'refused' in answer ? answer.refused : undefined
}
