import { Field, Input } from '../../parts/field.tsx'

/** What is expected of the answer to a test question. */
export const TestFields = ({ pages }: { readonly pages: string }) => (
  <>
    <Field
      label="Pages that answer it"
      hint="With blanks in between. A dash if the documentation does not answer it; empty if you do not know."
    >
      <Input name="pages" defaultValue={pages} placeholder="/guide/start" />
    </Field>
    <Field label="Tags" hint="Kinds of questions, each measured by itself.">
      <Input name="tags" placeholder="how-to" />
    </Field>
  </>
)
