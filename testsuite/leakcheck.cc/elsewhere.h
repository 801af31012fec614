/* For elsewhere.cc: functions whose bodies nobody shows.  */

void elsewhere_plain ();
void elsewhere_quiet () noexcept;
bool elsewhere_more () noexcept;
