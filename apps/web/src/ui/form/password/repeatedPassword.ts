import { z } from 'zod'

/** A form that asks for its new password twice, the second time as `repeat`; told even while other entries don't hold. */
export const repeated = <S extends z.ZodRawShape & { readonly password: z.ZodType }>(shape: S) =>
  z.object({ ...shape, repeat: z.string() }).refine(
    typed => {
      const { password, repeat } = typed as { readonly password: unknown; readonly repeat: string } // safe: its shape has both
      return password === repeat
    },
    { path: ['repeat'], error: 'differ', when: () => true },
  )
