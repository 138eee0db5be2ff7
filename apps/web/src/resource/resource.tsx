import type { book, BookStatus } from '@steading/contract/entities/book'
import type { Client } from '@steading/contract/http/client'
import type { DisplayName } from '@steading/contract/http/fields'
import type { Refusal } from '@steading/contract/http/refusals'
import type { EntityRef } from '@steading/contract/entities/entities'
import type { PageQuery } from '@steading/contract/http/paging'
import type { Language } from '@steading/contract/users/languages'
import type { Permission } from '@steading/contract/users/permissions'
import type { Cell } from '@steading/locales/csv'
import type { TextKey, Translate } from '@steading/locales/text'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { PagePath } from '../platform/navigation/paths.ts'

/** Who did something, as details show it. */
type Person = { readonly shortName: string } | null

/** An entry of a book as every book answers it, beside its own fields. */
export interface Entry {
  readonly id: string
  readonly displayName: string
  /** Of books whose names are translated. */
  readonly translations?: Readonly<Partial<Record<Language, string>>>
  readonly entity: EntityRef | null
  readonly status: BookStatus
  readonly isSystem: boolean
  readonly editable: boolean
  readonly version: number
}
/** With who created and changed it. */
export interface EntryDetails extends Entry {
  readonly createdBy: Person
  readonly creationTimestampUtc: string
  readonly lastUpdatedBy: Person
  readonly lastUpdateTimestampUtc: string | null
}
/** The fields of an entry by their names, as a form holds them. */
export type Values = Readonly<Record<string, unknown>>

/** What the input of a field gets; errors and changes are those of its form. */
export interface InputProps<V> {
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
  readonly error: string | undefined
}
/** What an input may read of its form. */
export interface InputForm {
  readonly values: Values
  /** Messages at the parts of the value, by their path within it; '' for the whole. */
  readonly errors: Readonly<Record<string, string>>
}

/** One field of a resource: what it is called, how it is entered, how it reads, and its place in the list. */
export interface ResourceField<V = unknown> {
  readonly key: string
  readonly label: TextKey
  /** What a new entry holds. */
  readonly initial: V
  readonly input: (props: InputProps<V>, form: InputForm) => ReactNode
  /** In view mode and in the list. */
  readonly shown: (value: V, t: Translate) => ReactNode
  /** In a file. */
  readonly cell: (value: V, t: Translate) => Cell
  /** Fetches what `cell` says of these values besides. */
  readonly prepare?: ((values: readonly V[]) => Promise<unknown>) | undefined
  /** Its column: absent, none; `wide`: it goes below 1100 px. */
  readonly column?: 'always' | 'wide' | undefined
  readonly isRight?: boolean
  readonly isSorted?: boolean
  /** A filter of the list. */
  readonly filter?: ((props: { readonly value: unknown; readonly onChange: (value: unknown) => void }) => ReactNode) | undefined
  /** Stands below the other inputs of the form, over its whole width. */
  readonly isApart?: boolean
}

/** The calls of a book, without its own fields: forms hold these under the contract's schemas. */
export type ResourceCalls = Client<
  ReturnType<typeof book<{ displayName: typeof DisplayName }, z.ZodRawShape, 'id', Refusal>>['routes']
>

/** Widens a field to those of a list; each gets values of its own key alone. */
export const field = <V,>(definition: ResourceField<V>): ResourceField => definition as unknown as ResourceField // safe: as said

/** Words of what is no book: each left out is that of books. */
interface ResourceWords {
  /** Where an entry is made, and what that means. */
  readonly place?: TextKey
  readonly placeHint?: TextKey
  readonly deleteHint?: TextKey
  /** Why an entry cannot be changed by who sees it. */
  readonly fixed?: TextKey
}

export interface Resource {
  /** The stem of its slice: begins the keys of queries and writes. */
  readonly name: string
  readonly calls: ResourceCalls
  readonly schemas: { readonly search: z.ZodType<PageQuery>; readonly create: z.ZodType; readonly edit: z.ZodType }
  readonly permissions: Readonly<Record<'create' | 'update' | 'delete', Permission>>
  readonly paths: {
    readonly list: PagePath
    readonly create: PagePath
    readonly details: (id: string) => string
    readonly parameter: string
  }
  /** Its name in the plural, of a new one, and what an empty list says. */
  readonly words: {
    readonly many: TextKey
    readonly new: TextKey
    readonly none: TextKey
    readonly noneHint: TextKey
  } & ResourceWords
  readonly icon: ReactNode
  readonly fields: readonly ResourceField[]
  /** Where the name is in use, at `uniqueField`. */
  readonly nameInUse: string
  /** Stands above the fields of a new entry and may fill them. */
  readonly start?: (fill: (values: Values) => void) => ReactNode
  /** Left out: displayName. */
  readonly uniqueField?: string
  /** Runs between the creation of an entry and its page: what only the reply of the creation carries. */
  readonly created?: (reply: unknown, t: Translate) => Promise<void>
  /** Pages that an entry has besides its fields, below them. */
  readonly below?: (entry: Entry) => ReactNode
}

/**
 * A book from its contract: list, filters, columns, cards, CSV, create, details, edit, conflicts and delete come from one list of
 * fields. The contract and its calls lose the types of their fields here; the schemas check what forms send.
 */
export const resource = (
  definition: Omit<Resource, 'calls' | 'schemas'> & {
    readonly calls: object
    readonly contract: {
      readonly routes: { readonly search: { readonly query: z.ZodObject } }
      readonly create: z.ZodType
      readonly edit: z.ZodType
      readonly nameInUse: string
    }
  },
): Resource => {
  const { contract, calls, ...rest } = definition
  return {
    ...rest,
    calls: calls as ResourceCalls, // safe: the calls of a book, whose fields the schemas check
    schemas: {
      search: contract.routes.search.query as unknown as z.ZodType<PageQuery>, // safe: every list has the query of a page
      create: contract.create,
      edit: contract.edit,
    },
  }
}

/** The value of a field in an entry. */
export const valueOf = (entry: Entry, { key }: Pick<ResourceField, 'key'>): unknown => (entry as unknown as Values)[key] // safe: each entry has the fields of its book
