import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { type Permission, permissionKeys, PERMISSIONS } from '@steading/contract/users/permissions'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { afterEach, vi } from 'vitest'
import { Providers } from '../../src/app/Providers.tsx'
import { queryClient } from '../../src/platform/api/queries.ts'
import { parseSearch, writeSearch } from '../../src/platform/navigation/search.ts'
import { session } from '../../src/platform/session/session.ts'
import { loadTranslator } from '../../src/platform/textFiles.ts'
import { setPageLanguage } from '../../src/platform/texts.tsx'
import { DialogHost } from '../../src/ui/overlay/DialogHost.tsx'
import { ToastHost } from '../../src/ui/overlay/ToastHost.tsx'
import '../../src/theme/styles.ts'
import { of as sessionOf } from '../session.sample.ts'

/** A call of the page as it left the browser. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly headers: Headers
  /** Aborts when the page gives the call up. */
  readonly signal: AbortSignal
}
/** Answers a call, at once or later: a reply, or a failure with its status. */
type Reply = (call: Call) => unknown
export const failure = (status: number, code: string, fields: readonly object[] = []) =>
  Response.json({ code, message: code, fields, requestId: 'test' }, { status })

const nativeFetch = window.fetch.bind(window)

afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
})

/**
 * Draws an element at an address, signed in with every permission or with these. `replies`: what the server answers, by `GET /feedTypes/search`;
 * `:id` stands for a part. A call without a reply fails the page. Returns the calls as they are sent, and where the page is.
 */
export async function openStage(
  element: ReactNode,
  {
    path = '/',
    at = path,
    replies = {},
    permissions = permissionKeys,
    history = createMemoryHistory({ initialEntries: [at] }),
  }: {
    path?: string
    at?: string
    replies?: Readonly<Record<string, Reply>>
    permissions?: readonly Permission[]
    history?: RouterHistory
  } = {},
) {
  const calls: Call[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    if (!pathname.startsWith('/services/')) return nativeFetch(input, init)
    const call: Call = {
      method: request.method,
      path: pathname.slice('/services'.length),
      query: searchParams,
      body: await bodyOf(request),
      headers: request.headers,
      signal: request.signal,
    }
    calls.push(call)
    const found = Object.entries(replies).find(([route]) => matches(route, call))
    const answer = await found?.[1](call)
    if (answer === undefined) return failure(404, 'NOT_FOUND')
    return answer instanceof Response ? answer : Response.json(answer)
  })
  session.begin({ ...sessionOf('1', 'token'), language: 'en-US', permissions: permissions.map(key => PERMISSIONS[key]) })
  const first = await loadTranslator('en-US')
  setPageLanguage('en-US')
  const root = createRootRoute({})
  const page = createRoute({ getParentRoute: () => root, path: path.replace(/\{(\w+)\}/g, '$$$1'), component: () => element })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> })
  const router = createRouter({
    routeTree: root.addChildren([page, elsewhere]),
    history,
    parseSearch,
    stringifySearch: writeSearch,
  })
  const screen = await render(
    <Providers first={first}>
      <RouterProvider router={router} />
      <DialogHost />
      <ToastHost />
    </Providers>,
  )
  return { screen, calls, place: () => router.state.location }
}

/** The JSON of a request; of one with files its part of JSON. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.method === 'GET') return undefined
  if (!request.headers.get('content-type')?.startsWith('multipart/')) {
    const text = await request.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  const parts = [...(await request.formData()).values()].filter(part => part instanceof File)
  const json = parts.find(({ type }) => type === 'application/json')
  return json && JSON.parse(await json.text())
}

const matches = (route: string, { method, path }: Call) => {
  const [routeMethod, pattern = ''] = route.split(' ')
  return routeMethod === method && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
}
