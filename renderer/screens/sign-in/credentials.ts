export interface Credentials {
  email: string;
  password: string;
}

/** Section 5: both are required and the email must be one. Gives a sentence for each field in need of one. */
export function credentialIssues({ email, password }: Credentials): Partial<Credentials> {
  const issues: Partial<Credentials> = {};
  if (email.trim() === '') issues.email = 'Email is required';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) issues.email = 'Enter a valid email address';
  if (password === '') issues.password = 'Password is required';
  return issues;
}
