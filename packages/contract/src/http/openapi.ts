import { z } from 'zod'
import { Failure, FAILURES, Refused } from './failure.ts'
import { isFileReply, isStreamReply } from './route.ts'
import type { Access, Route, Routes } from './route.ts'
import { namedSchemas } from './schemas.ts'

type Io = 'input' | 'output'
type Json = Readonly<Record<string, unknown>>

/** The whole API as an OpenAPI 3.1 document: contracts by tag, paths below /services. */
export function openapi(contracts: Readonly<Record<string, Routes>>, version: string) {
  // Components first: which of them has a form of its own for requests decides where paths lead.
  const schemas = components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, routes] of Object.entries(contracts))
    for (const [name, route] of Object.entries(routes)) {
      const path = `/services${route.path.replace(/:(\w+)/g, '{$1}')}`
      const place = (paths[path] ??= {})
      const method = route.method.toLowerCase()
      if (place[method]) throw new Error(`${route.method} ${path} is told twice`)
      place[method] = operation(tag, name, route)
    }
  const sorted = Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return {
    openapi: '3.1.0',
    info: { title: 'Steading', version },
    servers: [{ url: '/', description: 'The platform that serves this document' }],
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      parameters: {
        tenant: { in: 'header', name: 'X-Tenant', required: true, schema: { type: 'string' } },
        idempotencyKey: {
          in: 'header',
          name: 'Idempotency-Key',
          description:
            'The same for each attempt at one change. For 24 h it answers the first reply; with another request it fails.',
          schema: { type: 'string', minLength: 8, maxLength: 100 },
        },
      },
      schemas: used(schemas, sorted),
    },
    paths: sorted,
  }
}

const operation = (tag: string, name: string, route: Route) => ({
  tags: [tag],
  operationId: `${tag}.${name}`,
  summary: route.summary,
  security: route.access === 'open' || route.access === 'link' ? [] : [{ session: [] }],
  'x-access': [accessText(route.access), route.requires].filter(Boolean).join(' and '),
  ...(route.apiScope && { 'x-api-scope': route.apiScope }),
  ...(route.refusals && { 'x-refusals': route.refusals }),
  parameters: [
    ...(route.hook ? [] : [{ $ref: '#/components/parameters/tenant' }]),
    ...(route.idempotent ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
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

const names = z.registry<{ id: string }>()
for (const [id, type] of new Map([...namedSchemas(), ['Failure', Failure], ['Refused', Refused]])) names.add(type, { id })

const componentPath = '#/components/schemas/'
const options = (io: Io) =>
  ({
    io,
    metadata: names,
    unrepresentable: 'any',
    uri: (id: string) => `${componentPath}${componentName(id, io)}`,
    override: ({ zodSchema, jsonSchema }) => {
      // What a schema says of itself stands in zod's own registry.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
      // A newer platform may answer more: clients skip what they do not know.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) satisfies z.core.ToJSONSchemaParams & z.core.RegistryToJSONSchemaParams

/** Every named schema, by its id; references lead to components. */
const allSchemas = (io: Io): Readonly<Record<string, Json>> => {
  const { schemas } = z.toJSONSchema(names, options(io))
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutHead(schema)]))
}

/** The named schemas that a caller writes otherwise than the platform answers, directly or through another. */
let written: ReadonlySet<string> = new Set()
const componentName = (id: string, io: Io) => (io === 'input' && written.has(id) ? `${id}Request` : id)

const withoutHead = ({ $schema: _schema, $id: _id, ...rest }: Json): Json => rest

function components(): Json {
  written = new Set()
  const output = allSchemas('output')
  for (let size = -1; size !== written.size;) {
    size = written.size
    const input = allSchemas('input')
    written = new Set(Object.keys(output).filter(id => JSON.stringify(input[id]) !== JSON.stringify(output[id])))
  }
  const input = Object.entries(allSchemas('input')).filter(([id]) => written.has(id))
  const all = { ...output, ...Object.fromEntries(input.map(([id, one]) => [`${id}Request`, one])) }
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The components that paths lead to, directly or through another. */
function used(all: Json, paths: Json): Json {
  const reached = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, id = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!reached.has(id)) {
        reached.add(id)
        follow(all[id])
      }
  }
  follow(paths)
  return Object.fromEntries(Object.entries(all).filter(([id]) => reached.has(id)))
}

/** A schema in place, named ones as references. */
function schema(type: z.ZodType, io: Io = 'output'): Json {
  const { $defs = {}, ...rest } = z.toJSONSchema(type, options(io))
  const paths = new Map(Object.keys($defs).map(id => [`#/$defs/${id}`, `${componentPath}${componentName(id, io)}`]))
  const linked = JSON.stringify(rest, (key, value: unknown) => (key === '$ref' ? (paths.get(String(value)) ?? value) : value))
  return withoutHead(JSON.parse(linked) as Json) // safe: an object was written
}

function requestContent({ multipart, hook }: Route, body: z.ZodType) {
  if (hook) return { 'application/x-www-form-urlencoded': { schema: schema(body, 'input') } }
  if (!multipart) return { 'application/json': { schema: schema(body, 'input') } }
  const files = { type: 'array', items: { type: 'string', format: 'binary' } }
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { [multipart.json]: schema(body, 'input'), [multipart.files]: files },
        required: [multipart.json],
      },
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
  const { properties = {}, required = [] } = schema(shape, 'input') as { properties?: Json; required?: string[] } // safe: a query is an object
  return Object.entries(properties).map(([name, schema]) => ({
    in: place,
    name,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}
