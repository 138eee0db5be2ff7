import { z } from 'zod'
import { Failure, FAILURES, Refused } from './failure.ts'
import { isFileReply, isStreamReply } from './route.ts'
import type { Access, Route, Routes } from './route.ts'

/** The whole API as an OpenAPI 3.1 document: contracts by tag, paths below /services. */
export function openapi(contracts: Readonly<Record<string, Routes>>, version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, routes] of Object.entries(contracts))
    for (const [name, route] of Object.entries(routes)) {
      const path = `/services${route.path.replace(/:(\w+)/g, '{$1}')}`
      const place = (paths[path] ??= {})
      const method = route.method.toLowerCase()
      if (place[method]) throw new Error(`${route.method} ${path} is told twice`)
      place[method] = operation(tag, name, route)
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Steading', version },
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      parameters: { tenant: { in: 'header', name: 'X-Tenant', required: true, schema: { type: 'string' } } },
      schemas: { Failure: schema(Failure), Refused: schema(Refused) },
    },
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const operation = (tag: string, name: string, route: Route) => ({
  tags: [tag],
  operationId: `${tag}.${name}`,
  summary: route.summary,
  ...(route.access !== 'open' && route.access !== 'link' && { security: [{ session: [] }] }),
  'x-access': accessText(route.access),
  ...(route.refusals && { 'x-refusals': route.refusals }),
  parameters: [
    ...(route.hook ? [] : [{ $ref: '#/components/parameters/tenant' }]),
    ...fields('path', route.params),
    ...fields('query', route.query),
  ],
  ...(route.body && { requestBody: { required: true, content: requestContent(route, route.body) } }),
  responses: {
    200: { description: 'Answer', content: replyContent(route) },
    ...Object.fromEntries(statuses(route).map(status => [status, failed])),
  },
})

const accessText = (access: Access) => (typeof access === 'string' ? access : access.join(' or '))

const failed = {
  description: 'Failure',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

function statuses(route: Route): number[] {
  const possible = new Set<number>([400, 429, 500])
  if (route.access !== 'open') possible.add(401).add(404)
  if (route.access !== 'open' && route.access !== 'session' && route.access !== 'link') possible.add(403)
  if (route.multipart) possible.add(FAILURES.TOO_LARGE)
  // Somebody else was faster: with another version, or with what this one is about to need or to take away.
  if (route.method !== 'GET') possible.add(FAILURES.VERSION_CONFLICT)
  return [...possible].toSorted((a, b) => a - b)
}

const schema = (type: z.ZodType, io: 'input' | 'output' = 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return rest
}

function requestContent({ multipart, hook }: Route, body: z.ZodType) {
  if (hook) return { 'application/x-www-form-urlencoded': { schema: schema(body, 'input') } }
  if (!multipart) return { 'application/json': { schema: schema(body, 'input') } }
  const files = { type: 'array', items: { type: 'string', format: 'binary' } }
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [multipart.json]: schema(body, 'input'), [multipart.files]: files } },
      encoding: { [multipart.json]: { contentType: 'application/json' } },
    },
  }
}

function replyContent(route: Route) {
  if (isFileReply(route.reply))
    return Object.fromEntries(route.reply.file.map(type => [type, { schema: { type: 'string', format: 'binary' } }]))
  if (isStreamReply(route.reply)) return { 'text/event-stream': { schema: schema(route.reply.stream) } }
  const reply = schema(route.reply)
  return {
    'application/json': { schema: route.refusals ? { anyOf: [reply, { $ref: '#/components/schemas/Refused' }] } : reply },
  }
}

function fields(place: 'path' | 'query', shape?: z.ZodType) {
  if (!shape) return []
  const { properties = {}, required = [] } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => ({
    in: place,
    name,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}
