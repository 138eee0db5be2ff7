import { z } from 'zod'

/** A JSON schema as far as it is read here. */
interface Node {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly allOf?: readonly Node[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
  readonly items?: Node
}

export interface TextField {
  /** `contacts[].city`, `translations{}`. */
  readonly field: string
  /** Characters. */
  readonly most: number
  /** What it must look like, where the schema says so. */
  readonly pattern?: string
}
export interface Slot extends TextField {
  readonly path: readonly (string | number)[]
}

const UNBOUND = 100_000
const asNode = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node // safe: that is what it makes
const alternatives = ({ anyOf, oneOf, allOf }: Node) => [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]
const isText = (node: Node) => node.type === 'string' && node.enum === undefined && node.const === undefined
/** Takes whatever comes: only the server knows what. */
const isOpen = (node: Node) =>
  node.type === undefined && node.enum === undefined && node.const === undefined && alternatives(node).length === 0
const textField = (field: string, { maxLength = UNBOUND, pattern }: Node): TextField => ({
  field,
  most: maxLength,
  ...(pattern !== undefined && { pattern }),
})

/** Every field of a body that takes a text which is not one of a list, each once. */
export function textFields(schema: z.ZodType): TextField[] {
  const found = new Map<string, TextField>()
  const walk = (node: Node, at: string) => {
    for (const alternative of alternatives(node)) walk(alternative, at)
    if (isText(node) || isOpen(node)) found.set(at, textField(at, node))
    for (const [name, one] of Object.entries(node.properties ?? {})) walk(one, at ? `${at}.${name}` : name)
    if (node.items) walk(node.items, `${at}[]`)
    if (typeof node.additionalProperties === 'object') walk(node.additionalProperties, `${at}{}`)
  }
  walk(asNode(schema), '')
  return [...found.values()]
}

/** Where a body has room for texts: those that it has, and those that were left out of what it has. */
export function slots(schema: z.ZodType, body: unknown): Slot[] {
  const found = new Map<string, Slot>()
  const add = (field: string, path: Slot['path'], node: Node) =>
    found.set(JSON.stringify(path), { ...textField(field, node), path })
  const walk = (node: Node, value: unknown, at: string, path: Slot['path']) => {
    for (const alternative of alternatives(node)) if (fits(alternative, value)) walk(alternative, value, at, path)
    if (isText(node)) add(at, path, node)
    else if (isOpen(node)) within(value, at, path)
    if (isRecord(value)) {
      for (const [name, one] of Object.entries(node.properties ?? {}))
        walk(one, value[name], at ? `${at}.${name}` : name, [...path, name])
      if (typeof node.additionalProperties === 'object')
        for (const [name, inner] of Object.entries(value))
          if (!(name in (node.properties ?? {}))) walk(node.additionalProperties, inner, `${at}{}`, [...path, name])
    }
    if (node.items && Array.isArray(value))
      for (const [n, inner] of value.entries()) walk(node.items, inner, `${at}[]`, [...path, n])
  }
  // What stands in a place that takes anything: its texts, but for the ids.
  const within = (value: unknown, at: string, path: Slot['path']) => {
    if (typeof value === 'string' && !/^\d+$/.test(value)) add(at, path, {})
    else if (Array.isArray(value)) for (const [n, inner] of value.entries()) within(inner, at, [...path, n])
    else if (isRecord(value)) for (const [name, inner] of Object.entries(value)) within(inner, at, [...path, name])
  }
  walk(asNode(schema), body, '', [])
  return [...found.values()]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Could this be the alternative that the value is of? */
function fits(node: Node, value: unknown): boolean {
  if (alternatives(node).length > 0) return true
  if (node.type === 'string') return value === undefined || value === null || typeof value === 'string'
  if (node.type === 'array') return Array.isArray(value)
  if (node.type === 'object')
    return (
      isRecord(value) &&
      Object.entries(node.properties ?? {}).every(([name, one]) => one.const === undefined || one.const === value[name])
    )
  return isOpen(node)
}

/** Puts a text into its place; `undefined` takes it out of an object. */
export function put(body: unknown, path: Slot['path'], text: unknown): void {
  const at = valueAt(body, path.slice(0, -1)) as Record<string | number, unknown> | undefined // safe: slots() walked there
  if (at === undefined) return
  const last = path.at(-1)!
  if (text !== undefined) at[last] = text
  else if (Array.isArray(at)) at.length = 0
  else delete at[last]
}

export function valueAt(body: unknown, path: Slot['path']): unknown {
  let at = body
  for (const part of path) at = (at as Record<string | number, unknown> | undefined)?.[part] // safe: only looked at
  return at
}
