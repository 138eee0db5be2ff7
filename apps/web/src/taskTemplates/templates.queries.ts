import { type TaskTemplate, taskTemplates } from '@steading/contract/tasks/taskTemplates'
import { roles } from '@steading/contract/users/roles'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write } from '../platform/api/write.ts'

const calls = api(taskTemplates)
const roleCalls = api(roles)

export const listSchema = taskTemplates.search.query
export type TemplateQuery = z.output<typeof listSchema>

/** A page of task templates. */
export const searchTemplates = (query: TemplateQuery, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['taskTemplates', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })
export const freshTemplate = (id: string) => queryClient.fetchQuery({ ...templateQuery(id), staleTime: 0 })

/** The roles that people at a place may have. */
export const rolesQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['roles', 'at', entityId],
    queryFn: ({ signal }) => data(roleCalls.atEntity({ params: { id: entityId } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** After a change: everything that names templates is fetched again, except what was about a deleted one. */
export const templatesChanged = (deletedId?: string) =>
  queryClient.invalidateQueries({
    queryKey: ['taskTemplates'],
    predicate: ({ queryKey }) => deletedId === undefined || !queryKey.includes(deletedId),
  })

/** Shows what was saved at once: the next button must not wait for lists that are fetched again. */
const store = (saved: TaskTemplate): TaskTemplate => {
  queryClient.setQueryData(templateQuery(saved.id).queryKey, saved)
  void templatesChanged()
  return saved
}

export const createTemplate = async (body: z.output<typeof taskTemplates.create.body>) =>
  store(await data(write(['taskTemplates', 'create'], calls.create, { body })))

export const editTemplate = async (id: string, body: z.output<typeof taskTemplates.edit.body>) =>
  store(await data(write(['taskTemplates', 'edit'], calls.edit, { params: { id }, body })))

export const removeTemplate = (id: string) => data(write(['taskTemplates', 'remove'], calls.remove, { params: { id } }))

type Versioned = Pick<TaskTemplate, 'id' | 'version'>

/** Asks for the approval. */
export const submitTemplate = async ({ id, version }: Versioned) =>
  store(await data(write(['taskTemplates', 'submit'], calls.submit, { params: { id }, body: { version } })))
export const approveTemplate = async ({ id, version }: Versioned) =>
  store(await data(write(['taskTemplates', 'approve'], calls.approve, { params: { id }, body: { version } })))
export const rejectTemplate = async ({ id, version }: Versioned, notes: string) =>
  store(await data(write(['taskTemplates', 'reject'], calls.reject, { params: { id }, body: { version, notes } })))
