import { createHash } from 'node:crypto'
import { LIMITS } from '@steading/contract/box/messages'
import type { ShadowDown } from '@steading/contract/box/messages'

/** Puts the parts of one document or body together. */
export interface Parts {
  readonly hash: string
  /** Takes a part; answers all bytes once they are complete and their hash is right, null before, an error text if it is wrong. */
  take(part: ShadowDown): Buffer | string | null
}

export const hashOf = (bytes: Uint8Array | string): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

export const collect = ({ hash, n }: Pick<ShadowDown, 'hash' | 'n'>, most: number): Parts => {
  const pieces = new Map<number, Buffer>()
  return {
    hash,
    take: part => {
      const piece = Buffer.from(part.data, 'base64')
      if (part.n !== n || n > Math.ceil(most / LIMITS.partBytes) || piece.length > LIMITS.partBytes)
        return 'parts do not fit together'
      pieces.set(part.i, piece)
      if (pieces.size < n) return null
      const buffer = Buffer.concat(Array.from({ length: n }, (_, i) => pieces.get(i) ?? Buffer.alloc(0)))
      return hashOf(buffer) === hash ? buffer : 'the hash is wrong'
    },
  }
}
