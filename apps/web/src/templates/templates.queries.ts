import type { Engine } from '@steading/contract/rule-templates'
import { templates } from '@steading/contract/templates'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'
import { queryClient } from '../platform/queries.ts'

export const calls = api(templates)
type TemplateQuery = z.output<typeof templates.search.query>

/** A page of templates. */
export const searchTemplates = (query: TemplateQuery, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

export const rawQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'raw', id],
    queryFn: ({ signal }) => data(calls.raw({ params: { id } }, { signal })),
  })

/** All that a category asks for: the product's own template of it, which is older than any other. */
export const wholeQuery = (category: Engine) =>
  queryOptions({
    queryKey: ['templates', 'whole', category],
    queryFn: async ({ signal }) => {
      const { content } = await data(calls.search({ query: { category, sortProperty: 'id', sortDirection: 'ASC' } }, { signal }))
      const whole = content.find(one => one.isSystem)
      if (!whole) throw new Error(`the product has no template of ${category}`)
      return (await data(calls.details({ params: { id: whole.id } }, { signal }))).inputs
    },
    staleTime: lifetimes.lookUp,
  })

/** After a change: everything that names templates is asked for anew, but for what was about one that is gone. */
export const templatesChanged = (gone?: string) =>
  queryClient.invalidateQueries({ queryKey: ['templates'], predicate: ({ queryKey }) => !gone || !queryKey.includes(gone) })
