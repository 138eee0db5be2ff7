import { contracts, VERSION } from '@steading/contract/contracts'
import { openapi } from '@steading/contract/http/openapi'
import type { FastifyInstance } from 'fastify'

let text: string | undefined

/** The OpenAPI 3.1 document; docs/openapi.json holds the same text. */
export const openapiText = () => (text ??= `${JSON.stringify(openapi(contracts, VERSION), null, 2)}\n`)

/** The document for programs and, without a script, for people. */
export function serveDocs(http: FastifyInstance) {
  http.get('/services/openapi.json', (_, reply) => reply.type('application/json').send(openapiText()))
  http.get('/services/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page()))
  http.get('/services/docs.css', (_, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly 'x-access': string
  readonly 'x-refusals'?: readonly string[]
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }>>
}

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function page(): string {
  const { paths } = JSON.parse(openapiText()) as { paths: Record<string, Record<string, Operation>> } // safe: written by openapi()
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tags = [...new Set(calls.map(({ operation }) => operation.tags[0]))].toSorted()
  const sections = tags.map(
    tag =>
      `<section id="${tag}"><h2>${tag}</h2>${calls
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(call)
        .join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Steading API ${VERSION}</title><link rel="stylesheet" href="/services/docs.css"></head><body><main>
<h1>Steading API <small>${VERSION}</small></h1>
<p>Every call carries the header <code>X-Tenant</code>, and <code>Authorization: Bearer</code> with the session token unless its access says <b>open</b>.
An expected refusal is HTTP 200 with <code>{"deferredStatus", "message"}</code>; a failure is <code>{"code", "message", "fields", "requestId"}</code>.
The same as a document for programs: <a href="/services/openapi.json">openapi.json</a>.</p>
<nav>${tags.map(tag => `<a href="#${tag}">${tag}</a>`).join(' ')}</nav>${sections.join('')}</main></body></html>`
}

function call({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parameters = operation.parameters.filter(parameter => parameter.name)
  const refusals = operation['x-refusals'] ?? []
  return `<details><summary><b class="${method}">${method}</b> <code>${escape(path)}</code> <span>${escape(operation.summary)}</span></summary>
<p>Access: <b>${escape(operation['x-access'])}</b>${refusals.length > 0 ? ` · Refusals: ${refusals.map(refusal => `<code>${refusal}</code>`).join(' ')}` : ''}</p>
${parameters.length > 0 ? `<h3>Parameters</h3><pre tabindex="0">${escape(JSON.stringify(parameters, null, 2))}</pre>` : ''}
${operation.requestBody ? `<h3>Body</h3><pre tabindex="0">${escape(JSON.stringify(operation.requestBody.content, null, 2))}</pre>` : ''}
<h3>Answer</h3><pre tabindex="0">${escape(JSON.stringify(operation.responses['200']?.content, null, 2))}</pre></details>`
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:15px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:auto;padding:1.5rem}
small{font-weight:400;opacity:.75}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}details{border-bottom:1px solid #8885;padding:.35rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}summary b{display:inline-block;min-width:4.2rem}summary span{opacity:.85}
pre{overflow:auto;padding:.75rem;border:1px solid #8885;border-radius:5px;font-size:13px;max-height:24rem}h3{font-size:14px;margin:.75rem 0 .25rem}`
