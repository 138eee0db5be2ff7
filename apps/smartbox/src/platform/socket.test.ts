import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import type { Server } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificates, hasOpenssl } from '../../test/certificates.ts'
import { openSocket, pinOf } from './socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'socket-'))
const { make, read } = certificates(folder)

describe.skipIf(!hasOpenssl)('a broker with a pinned authority', () => {
  let server: Server
  let port = 0
  const received: string[] = []

  beforeAll(async () => {
    make('ours', 'broker')
    make('other', 'stranger')
    server = createServer({ key: read('broker.key'), cert: Buffer.concat([read('broker.pem'), read('ours.pem')]) }, socket => {
      socket.on('data', chunk => received.push(chunk.toString()))
      socket.on('error', () => {})
    })
    await new Promise<void>(resolve => {
      server.listen(0, resolve)
    })
    // safe: a TCP server that listens has such an address
    ;({ port } = server.address() as AddressInfo)
  })
  afterAll(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })

  const pin = (name: string) => pinOf(new X509Certificate(read(name)))
  const open = (host: string, caPin?: string) => openSocket({ host, port, tls: true, ...(caPin !== undefined && { caPin }) })

  it('is trusted by its authority, and by its own key', async () => {
    for (const name of ['ours.pem', 'broker.pem']) {
      const socket = await open('localhost', pin(name))
      socket.end('hello')
      await new Promise(resolve => socket.once('close', resolve))
    }
    expect(received).toEqual(['hello', 'hello'])
  })

  it('is not trusted by another pin, under another name, or without a pin', async () => {
    await expect(open('localhost', pin('other.pem'))).rejects.toThrow('pinned authority')
    await expect(open('localhost', pin('stranger.pem'))).rejects.toThrow('pinned authority')
    await expect(open('127.0.0.1', pin('ours.pem'))).rejects.toThrow('not made for 127.0.0.1')
    await expect(open('localhost')).rejects.toThrow('self-signed')
  })

  it('reports that no process listens', async () => {
    await expect(openSocket({ host: '127.0.0.1', port: 1, tls: false })).rejects.toThrow('ECONNREFUSED')
  })
})
