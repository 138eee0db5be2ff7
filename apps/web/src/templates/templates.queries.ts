import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { templates } from '@steading/contract/rules/templates'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'

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

/** All inputs of a category: those of the built-in template, which is the oldest. */
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

/** Invalidates all queries that contain templates, except those of a deleted one. */
export const templatesChanged = (deletedId?: string) =>
  queryClient.invalidateQueries({
    queryKey: ['templates'],
    predicate: ({ queryKey }) => !deletedId || !queryKey.includes(deletedId),
  })
