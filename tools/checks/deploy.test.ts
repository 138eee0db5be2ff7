// Files that only another machine runs: what they name must exist here.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'

const text = (file: string) => readFileSync(file, 'utf8')

test('dashboard and alerts use only documented metrics', () => {
  const documented = new Set(
    text('docs/operations.md')
      .match(/`steading_\w+`/g)
      ?.map(name => name.slice(1, -1)),
  )
  const used = [
    ...text('deploy/grafana.json').matchAll(/steading_\w+/g),
    ...text('deploy/prometheus-alerts.yaml').matchAll(/steading_\w+/g),
  ]
    .map(([name]) => name)
    .filter(name => !/^steading_(nodejs|process)_/.test(name))
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter(name => !documented.has(name))).toEqual([])
})

test('the image copies the package file of every workspace before it installs', () => {
  const { workspaces } = JSON.parse(text('package.json')) as { workspaces: string[] }
  const folders = workspaces.flatMap(pattern =>
    pattern.endsWith('/*') ? readdirSync(pattern.slice(0, -2)).map(name => pattern.slice(0, -1) + name) : [pattern],
  )
  const missing = folders.filter(folder => !text('deploy/Dockerfile').includes(`COPY ${folder}/package.json ${folder}/`))
  expect(missing).toEqual([])
})

test('compose and image set known settings to values that hold', () => {
  const set = [
    ...text('deploy/compose.yaml')
      .split('  server:')[1]!
      .matchAll(/^ {6}([A-Z_]+): (.*)$/gm),
  ].map(
    ([, name, value]) =>
      [name!, value!.replaceAll(/\$\{\w+:-(.*?)\}/g, '$1').replace(/\$\{PUBLIC_URL.*/, 'https://farm.example')] as const,
  )
  const image = [...text('deploy/Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
    line!.split(' ').map(pair => pair.split('=') as [string, string]),
  )
  const env = Object.fromEntries([...image, ...set].map(([name, value]) => [name, value.replaceAll(/\$\{\w+\}/g, 'secret')]))
  const known = new Set(
    [...text('apps/server/src/platform/config/config.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name),
  )
  expect(Object.keys(env).filter(name => name !== 'NODE_ENV' && !known.has(name))).toEqual([])
  expect(readConfig(env)).toMatchObject({ BIND: '0.0.0.0', TLS_TERMINATED_ELSEWHERE: true, PUBLIC_URL: 'https://farm.example' })
})
