import { taskTemplates } from '@steading/contract/tasks/taskTemplates'
import { type TaskDetails, tasks } from '@steading/contract/tasks/tasks'
import type { TaskStatus } from '@steading/contract/tasks/transitions'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { pollEvery, queryClient } from '../platform/api/queries.ts'
import { write } from '../platform/api/write.ts'

const calls = api(tasks)
const templateCalls = api(taskTemplates)

export const listSchema = tasks.search.query
export type TaskQuery = z.output<typeof listSchema>
export type BoardQuery = z.output<typeof tasks.board.query>

/** A page of tasks. */
export const searchTasks = (query: TaskQuery, signal?: AbortSignal) =>
  data(calls.search({ query }, { ...(signal && { signal }) }))

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['tasks', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })
export const freshTask = (id: string) => queryClient.fetchQuery({ ...taskQuery(id), staleTime: 0 })

/** The columns of the board. */
export const boardQuery = (query: BoardQuery) =>
  queryOptions({
    queryKey: ['tasks', 'board', query],
    queryFn: ({ signal }) => data(calls.board({ query }, { signal })),
    refetchInterval: pollEvery,
  })

/** The template that a new task begins with. */
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['taskTemplates', 'details', id],
    queryFn: ({ signal }) => data(templateCalls.details({ params: { id } }, { signal })),
  })

/** A file of a task with its content, by its name. */
export const fetchAttachment = (id: string, name: string) => data(calls.attachment({ params: { id, name } }))

/** After a change: lists and board are fetched again, except what was about a deleted task. */
export const tasksChanged = (deletedId?: string) =>
  queryClient.invalidateQueries({
    queryKey: ['tasks'],
    predicate: ({ queryKey }) => deletedId === undefined || !queryKey.includes(deletedId),
  })

/** Shows what was saved at once: the next button must not wait for lists that are fetched again. */
const store = (saved: TaskDetails): TaskDetails => {
  queryClient.setQueryData(taskQuery(saved.id).queryKey, saved)
  void tasksChanged()
  return saved
}

export const createTask = async (body: z.output<typeof tasks.create.body>, files: readonly File[]): Promise<TaskDetails> =>
  store(await data(write(['tasks', 'create'], calls.create, { body, files: [...files] })))

export const editTask = async (
  id: string,
  body: z.output<typeof tasks.edit.body>,
  files: readonly File[] = [],
): Promise<TaskDetails> => store(await data(write(['tasks', 'edit'], calls.edit, { params: { id }, body, files: [...files] })))

/** Takes a task to another status. @throws WasRefused, CallFailed */
export const setStatus = async (
  { id, version }: { readonly id: string; readonly version: number },
  status: TaskStatus,
  notes = '',
): Promise<TaskDetails> =>
  store(await data(write(['tasks', 'setStatus'], calls.setStatus, { params: { id }, body: { status, notes, version } })))

export const removeTask = (id: string) => data(write(['tasks', 'remove'], calls.remove, { params: { id } }))
